print("guise")

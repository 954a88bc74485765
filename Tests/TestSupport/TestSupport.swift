import GuiseCore

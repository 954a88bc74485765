/// A layer of a worn filter: its rig, and when and how much of it is seen.
struct SessionLayer {
  let rig: any LayerRig
  let trigger: FilterTrigger
  /// 0…1.
  let opacity: Float
}

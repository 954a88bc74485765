#if canImport(Glibc)
  private import Glibc
#else
  private import Darwin
#endif

/// CPU time of the calling thread since it began.
func currentThreadTime() -> Duration {
  time(of: CLOCK_THREAD_CPUTIME_ID)
}

/// CPU time of all threads of this process since it began.
func processTime() -> Duration {
  time(of: CLOCK_PROCESS_CPUTIME_ID)
}

private func time(of clock: clockid_t) -> Duration {
  var time = timespec()
  guard unsafe clock_gettime(clock, &time) == 0 else { return .zero }
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

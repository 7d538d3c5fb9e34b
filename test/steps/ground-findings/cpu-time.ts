/** Milliseconds of processor time that this takes: a busy machine does not count. */
export function cpuTime(work: () => void): number {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user / 1000;
}

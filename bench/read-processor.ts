import { readFileSync } from 'node:fs'

const ticksPerSecond = 100

/** Returns how long a process of this machine has used a processor; undefined where it runs on another one or has ended. */
export function readCpuSeconds(pid: number): number | undefined {
  try {
    // The name before the last parenthesis may contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
  } catch {
    return undefined
  }
}

/** Returns the most memory that a process of this machine had at once, in bytes. */
export function readPeakBytes(pid: number): number {
  return Number(/^VmHWM:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1_024
}

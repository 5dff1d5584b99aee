import type { LoadFailure, LoadRun } from './generate-load.ts'

/** What the trial has checked so far. */
export type Findings = {
  /** Records whether a claim holds, and prints it. */
  report(claim: string, holds: boolean, detail: string): void
  count(): number
  failedCount(): number
}

/** Creates an empty list of findings. */
export function createFindings(): Findings {
  const results: boolean[] = []
  return {
    report(claim, holds, detail) {
      results.push(holds)
      console.log(`${holds ? 'yes' : 'NO '}  ${claim} (${detail.trim()})`)
    },
    count: () => results.length,
    failedCount: () => results.filter((holds) => !holds).length,
  }
}

/** Describes a load with some of its failures. */
export function describeLoad({ answered }: LoadRun, failures: LoadFailure[]): string {
  const [first] = failures
  const firstFailure = first ? `, the first ${first.request}: ${first.reply}` : ''
  return `${answered.reads} read, ${answered.writes} written, ${failures.length} failed${firstFailure}`
}

import type { CurveSource, StoredDay } from './curve.ts'

/**
 * What is known of the energy of an interval: measured, measured but not final, estimated, billed by the distributor (which
 * is then final), or nothing.
 */
export const intervalStates = ['measured', 'provisional', 'estimated', 'billed', 'missing'] as const
export type IntervalState = (typeof intervalStates)[number]

/** The files on which the bills of the distributor are based, and those of what is not final yet. */
const billingSources: readonly CurveSource[] = ['F5D', 'F1']
const provisionalSources: readonly CurveSource[] = ['P1D', 'P2D', 'P5D']

/** Consecutive intervals of the same state. */
export type StateRun = { state: IntervalState; count: number }

/**
 * Returns the states of the intervals of a day, by the mark of each value and the file that it comes from. An estimate that
 * was billed is an estimate, and a billed value that is not validated yet is provisional.
 */
export function listStates(day: StoredDay): StateRun[] {
  const runs: StateRun[] = []
  for (const index of day.importWh.keys()) addState(runs, stateOf(day, index), 1)
  return runs
}

/** Adds intervals to runs. */
export function addState(runs: StateRun[], state: IntervalState, count: number) {
  const last = runs.at(-1)
  if (last?.state === state) last.count += count
  else runs.push({ state, count })
}

function stateOf({ importWh, exportWh, quality, source, sources }: StoredDay, index: number): IntervalState {
  if (importWh[index] == null && exportWh?.[index] == null) return 'missing'
  const mark = quality?.[index]
  if (mark === 'E') return 'estimated'
  if (mark === 'P') return 'provisional'
  const own = sources?.[index] ?? source
  if (billingSources.includes(own)) return 'billed'
  return provisionalSources.includes(own) ? 'provisional' : 'measured'
}

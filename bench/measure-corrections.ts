import type { CurveDay } from '#domains/consumption/curve.ts'
import { queryCompleteness } from '#domains/consumption/server/completeness/query-completeness.ts'
import { type ContractPoint, findContractPoint } from '#domains/consumption/server/curve/curve-queries.ts'
import { queryCurve } from '#domains/consumption/server/curve/query-curve.ts'
import { storeCurveDays } from '#domains/consumption/server/import/store-curve-days.ts'
import { daysFrom } from '#vocabulary/day.ts'
import { year } from './bench-curves.ts'
import { createMeasuredDatabase, vacuumDatabase } from './measured-database.ts'
import { type Measurement, median, printMeasurements } from './measurements.ts'

const pairs = 10
const newerFiles = 3
const repetitions = 40
const month = { start: '2025-10-01', end: '2025-10-31' }
const now = new Date('2026-02-01T10:00:00Z')

/**
 * Measures what corrected days cost: charts of supply points each of whose days was corrected beside others without any,
 * and storing newer files beside first ones. Both in turns, so that what disturbs one disturbs the other.
 */
export async function measureCorrections(serverUrl: string) {
  const holders = { points: 2 * pairs, invoicesEach: 1, firstDay: '2025-01-01' }
  const database = await createMeasuredDatabase(serverUrl, 'llum_bench_corrections', holders)
  const { db, pool } = database
  const pointOf = async (id: number) => (await findContractPoint(db, { customerIds: [id], contractId: id }))!
  const times: Record<'first' | 'same' | 'newer', number[]> = { first: [], same: [], newer: [] }
  const store = async (kind: keyof typeof times, { cups }: ContractPoint, { version, more }: FileOptions) => {
    const arrival = { origin: { channel: 'command' as const }, now: new Date(now.getTime() + version) }
    const start = performance.now()
    await storeCurveDays(db, yearOf(cups, { version, more }), arrival)
    times[kind].push(performance.now() - start)
  }
  const [plain, corrected]: [ContractPoint[], ContractPoint[]] = [[], []]
  for (let pair = 0; pair < pairs; pair++) {
    const [one, other] = [await pointOf(2 * pair + 1), await pointOf(2 * pair + 2)]
    plain.push(one)
    corrected.push(other)
    await store('first', one, { version: 0, more: 0 })
    await store('first', other, { version: 0, more: 0 })
    for (let version = 1; version <= newerFiles; version++) {
      await store('newer', other, { version: 2 * version - 1, more: version })
      await store('same', other, { version: 2 * version, more: version })
    }
  }
  await vacuumDatabase(pool)
  const charts = {
    'twelve months': (point: ContractPoint) => queryCurve(db, { point, type: 'monthly', requested: year, now }),
    'a month by the hour': (point: ContractPoint) => queryCurve(db, { point, type: 'hourly', requested: month, now }),
    'how complete a year is': (point: ContractPoint) => queryCompleteness(db, { point, requested: year, now }),
  }
  const measured: Measurement[] = []
  for (const [what, chart] of Object.entries(charts)) {
    const [without, withThem]: [number[], number[]] = [[], []]
    for (let repetition = 0; repetition < repetitions; repetition++) {
      without.push(await timeOf(() => chart(plain[repetition % pairs]!)))
      withThem.push(await timeOf(() => chart(corrected[repetition % pairs]!)))
    }
    measured.push(compare(`${what}, every day corrected`, median(withThem), median(without), 1.5))
  }
  const first = median(times.first)
  measured.push(compare('a year of newer values stored', median(times.newer), first, 3))
  measured.push(compare('a newer file with the same values', median(times.same), first, 2))
  printMeasurements(measured)
  await database.close()
}

type FileOptions = { version: number; more: number }

/** A year of quarter hours, each with so much more energy. */
function yearOf(cups: string, { version, more }: FileOptions): CurveDay[] {
  return daysFrom(year.start, year.end).map((day) => {
    const count = day === '2025-03-30' ? 92 : day === '2025-10-26' ? 100 : 96
    const importWh = Array.from({ length: count }, (_, index) => ((index * 37) % 400) + more)
    return {
      ...{ cups, day, source: 'P2D', stepMinutes: 15, importWh, exportWh: null, reactiveVarh: null },
      ...{ quality: null, version, invoice: null },
    }
  })
}

async function timeOf(task: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await task()
  return performance.now() - start
}

function compare(what: string, ours: number, floor: number, most: number): Measurement {
  return { what, unit: 'ms', ours, floor, goal: `at most ${most}`, isMet: (ratio) => ratio <= most }
}

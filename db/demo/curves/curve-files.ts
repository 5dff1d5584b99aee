import { type WrittenFormat, writeCurveFile } from '#domains/consumption/server/files/write-curve-file.ts'
import { daysFrom, firstOfMonth, lastOfMonth, type MarketDay } from '#vocabulary/day.ts'
import type { DemoCalendar } from '../calendar.ts'
import type { DemoCurve, DemoSupply } from '../cast/demo-holder.ts'
import { meteredDay } from '../loads/metered-day.ts'

/** A file as a distributor or a portal hands it out. */
export type DemoCurveFile = { name: string; content: () => AsyncGenerator<Uint8Array> }

/** The retailer's code in the market, which no retailer has. */
const retailerCode = '9999'

/** The files of all curves, oldest first: one a month for each distributor, kind of file and step. */
export function curveFiles(supplies: readonly DemoSupply[], calendar: DemoCalendar): DemoCurveFile[] {
  const curved = supplies.filter(hasCurve)
  const batches = [...Map.groupBy(curved, batchOf).values()]
  const months = Map.groupBy(daysFrom(calendar.firstDay, calendar.lastDay), firstOfMonth)
  return [...months].flatMap(([month, days]) =>
    batches.flatMap((batch) => {
      const supplied = batch.filter((supply) => days.some((day) => isTold(supply, day, calendar)))
      return supplied.length > 0 ? [fileOf(supplied, month, days, calendar)] : []
    }),
  )
}

/** A file has one format and one step. */
function batchOf({ distributor, meter }: CurvedSupply): string {
  return `${meter.format} ${meter.stepMinutes} ${distributor}`
}

type CurvedSupply = DemoSupply & { meter: { kind: 'curve' | 'reading' } & DemoCurve }

function hasCurve(supply: DemoSupply): supply is CurvedSupply {
  return supply.meter.kind === 'curve' || supply.meter.kind === 'reading'
}

/** Whether the files have this day of the supply: bills by reading have curves of the last weeks only. */
function isTold({ startsOn, endsOn, meter }: CurvedSupply, day: MarketDay, { recentFrom }: DemoCalendar): boolean {
  if (startsOn === null || day < startsOn || (endsOn !== null && day > endsOn)) return false
  return meter.kind === 'curve' || day >= recentFrom
}

function fileOf(
  supplies: readonly CurvedSupply[],
  month: MarketDay,
  days: readonly MarketDay[],
  calendar: DemoCalendar,
): DemoCurveFile {
  const { distributor, meter } = supplies[0]!
  return {
    name: nameOf(meter.format, distributor, month),
    async *content() {
      const written = writeCurveFile(meter.format, curveDays())
      yield* inChunks(written)
    },
  }

  function* curveDays() {
    for (const day of days)
      for (const supply of supplies) if (isTold(supply, day, calendar)) yield meteredDay(supply, day)
  }
}

function nameOf(format: WrittenFormat, distributor: string, month: MarketDay): string {
  if (format === 'datadis') return `datadis_${distributor}_${month.slice(0, 7)}.csv`
  return `${format}_${distributor}_${retailerCode}_${lastOfMonth(month).replaceAll('-', '')}.0`
}

const chunkLines = 2_000

function* inChunks(lines: Iterable<string>): Generator<Uint8Array> {
  let some: string[] = []
  for (const line of lines) {
    some.push(line)
    if (some.length === chunkLines) {
      yield Buffer.from(some.join(''))
      some = []
    }
  }
  if (some.length > 0) yield Buffer.from(some.join(''))
}

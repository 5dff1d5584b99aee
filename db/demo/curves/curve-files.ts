import type { CurveDay } from '#domains/consumption/curve.ts'
import { type WrittenFormat, writeCurveFile } from '#domains/consumption/server/files/write-curve-file.ts'
import { addDays, daysFrom, firstOfMonth, lastOfMonth, type MarketDay } from '#vocabulary/day.ts'
import type { BilledMonth, DemoCalendar } from '../calendar.ts'
import type { DemoCurve, DemoSupply } from '../customers/demo-holder.ts'
import { demoDayOf } from '../loads/demo-day.ts'
import { isBetween } from '../loads/load-profile.ts'
import { measureDay } from '../loads/measure-day.ts'

/** A curve file as a distributor or a web portal delivers it. */
export type DemoCurveFile = { name: string; content: () => AsyncGenerator<Uint8Array> }

/** A retailer code that is not assigned to any retailer in the market. */
const retailerCode = '9999'

/** Returns the files of all curves, oldest first: one per month, distributor, file format and step. */
export function createCurveFiles(supplies: readonly DemoSupply[], calendar: DemoCalendar): DemoCurveFile[] {
  const curved = supplies.filter(hasCurve)
  const batches = [...Map.groupBy(curved, batchKeyOf).values()]
  const months = Map.groupBy(daysFrom(calendar.firstDay, calendar.lastDay), firstOfMonth)
  return [...months].flatMap(([month, days]) =>
    batches.flatMap((batch) => {
      const supplied = batch.filter((supply) => days.some((day) => isInFiles(supply, day, calendar)))
      return supplied.length > 0 ? [createFile(supplied, month, days, calendar)] : []
    }),
  )
}

/** A file has a single format and step. */
function batchKeyOf({ distributor, meter }: CurvedSupply): string {
  return `${meter.format} ${meter.stepMinutes} ${distributor}`
}

type CurvedSupply = DemoSupply & { meter: { kind: 'curve' | 'reading' } & DemoCurve }

function hasCurve(supply: DemoSupply): supply is CurvedSupply {
  return supply.meter.kind === 'curve' || supply.meter.kind === 'reading'
}

/**
 * Checks whether the files contain this day of the supply. Supplies billed by readings have curves of the last weeks
 * only.
 */
function isInFiles({ startsOn, endsOn, meter }: CurvedSupply, day: MarketDay, { recentFrom }: DemoCalendar): boolean {
  if (startsOn === null || day < startsOn || (endsOn !== null && day > endsOn)) return false
  return meter.kind === 'curve' || day >= recentFrom
}

function createFile(
  supplies: readonly CurvedSupply[],
  month: MarketDay,
  days: readonly MarketDay[],
  calendar: DemoCalendar,
): DemoCurveFile {
  const { distributor, meter } = supplies[0]!
  return {
    name: nameOf(meter.format, { distributor, month }),
    async *content() {
      const lines = writeCurveFile(meter.format, curveDays())
      yield* encodeInChunks(lines)
    },
  }

  function* curveDays() {
    for (const day of days)
      for (const supply of supplies) if (isInFiles(supply, day, calendar)) yield measureDay(supply, day)
  }
}

/** A supply point with a day that its distributor corrects. */
export type CorrectedSupply = CurvedSupply & { meter: { lateCorrection: NonNullable<DemoCurve['lateCorrection']> } }

export function hasLateCorrection(supply: DemoSupply): supply is CorrectedSupply {
  return hasCurve(supply) && supply.meter.lateCorrection !== undefined
}

/** The day of its month that is corrected. */
const correctedDayOfMonth = 12

/** Returns the newer file of a month in which the distributor corrects a day, and estimates no hour any more. */
export function createCorrectedFile(supply: CorrectedSupply, { firstDay, lastDay }: BilledMonth): DemoCurveFile {
  const { distributor, meter } = supply
  const correctedDay = addDays(firstDay, correctedDayOfMonth - 1)
  const days = daysFrom(firstDay, lastDay).map((day) => {
    const measured = { ...measureDay(supply, day), quality: null }
    return day === correctedDay ? addLateEnergy(measured, meter.lateCorrection) : measured
  })
  return {
    name: nameOf(meter.format, { distributor, month: firstDay, version: 1 }),
    content: async function* () {
      yield* encodeInChunks(writeCurveFile(meter.format, days))
    },
  }
}

function addLateEnergy(
  measured: CurveDay,
  { fromHour, toHour, addedWh }: NonNullable<DemoCurve['lateCorrection']>,
): CurveDay {
  const { moments } = demoDayOf(measured.day, measured.stepMinutes)
  const importWh = measured.importWh.map((wh, index) =>
    wh !== null && isBetween(moments[index]!.hour, fromHour, toHour) ? wh + addedWh : wh,
  )
  return { ...measured, importWh }
}

function nameOf(
  format: WrittenFormat,
  { distributor, month, version = 0 }: { distributor: string; month: MarketDay; version?: number },
): string {
  if (format === 'datadis') return `datadis_${distributor}_${month.slice(0, 7)}.csv`
  return `${format}_${distributor}_${retailerCode}_${lastOfMonth(month).replaceAll('-', '')}.${version}`
}

const chunkLines = 2_000

function* encodeInChunks(lines: Iterable<string>): Generator<Uint8Array> {
  let chunk: string[] = []
  for (const line of lines) {
    chunk.push(line)
    if (chunk.length === chunkLines) {
      yield Buffer.from(chunk.join(''))
      chunk = []
    }
  }
  if (chunk.length > 0) yield Buffer.from(chunk.join(''))
}

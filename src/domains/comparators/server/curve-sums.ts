import type { CurveDay } from '#domains/consumption/curve.ts'
import { isPanelSource } from '#domains/consumption/merge-sources.ts'
import { readCurveFile } from '#domains/consumption/server/files/read-curve-file.ts'
import { computeDayTotals } from '#domains/consumption/server/totals/day-totals.ts'
import { countHours } from '#vocabulary/calendar-day.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import {
  type EnergyTariff,
  energyPeriodCount,
  type TariffZone,
  timeZoneOfTariffZone,
} from '#vocabulary/tariff-periods.ts'
import { maxCurveDays } from '../rules.ts'

/** The sums of a curve by period, P1 first. */
export type CurveSums = {
  cups: string | null
  firstDay: MarketDay
  lastDay: MarketDay
  days: number
  missingHours: number
  energyWh: number[]
  /** The energy fed in; null if the file does not contain it. */
  surplusWh: number | null
}

export type CurveProblem =
  | 'file_empty'
  | 'curve_packed'
  | 'curve_unreadable'
  | 'curve_of_several'
  | 'curve_of_generation'
  | 'curve_not_of_days'

type CurveSumOptions = { tariff: EnergyTariff; zone: TariffZone; from?: MarketDay; until?: MarketDay }

/** Used for a file that names no supply: its days need a CUPS, but whose does not matter. */
const placeholderCups = 'ES0000000000000000XX'

/**
 * Sums a curve file by the periods of a tariff, day by day, as it streams in, and stores nothing of it. If a day comes
 * in several parts, each interval counts once.
 */
export async function sumCurve(
  source: AsyncIterable<Uint8Array>,
  fileName: string,
  options: CurveSumOptions,
): Promise<CurveSums | CurveProblem> {
  const parsed = await parseDays(source, fileName, options).catch((failure: unknown) => {
    if (failure instanceof PackedFileError) return 'curve_packed' as const
    throw failure
  })
  return typeof parsed === 'string' ? parsed : sumDays(parsed, options)
}

type ParsedCurve = { days: Map<MarketDay, CurveDay>; cups: string | null }

async function parseDays(
  source: AsyncIterable<Uint8Array>,
  fileName: string,
  { zone, from = '', until = '9999-12-31' }: CurveSumOptions,
): Promise<ParsedCurve | CurveProblem> {
  const timeZone = timeZoneOfTariffZone(zone)
  const days = new Map<MarketDay, CurveDay>()
  const names = new Set<string>()
  let hasDays = false
  let refusal: string | null = null
  for await (const event of readCurveFile(rejectPacked(source), fileName, {
    cups: placeholderCups,
    timeZoneOf: () => timeZone,
  })) {
    if (event.kind === 'recognised' && isPanelSource(event.source)) return 'curve_of_generation'
    if (event.kind === 'refused') refusal ??= event.code
    if (event.kind !== 'day') continue
    hasDays = true
    const { cups, day } = event.day
    if (cups !== placeholderCups) names.add(cups.slice(0, 20))
    if (names.size > 1) return 'curve_of_several'
    if (from <= day && day <= until) days.set(day, mergeParts(days.get(day), event.day))
    if (days.size > maxCurveDays) return 'curve_unreadable'
  }
  if (days.size > 0) return { days, cups: [...names][0] ?? null }
  if (refusal === 'file_empty' || refusal === 'no_records') return 'file_empty'
  return hasDays ? 'curve_not_of_days' : 'curve_unreadable'
}

function sumDays(curve: ParsedCurve, { tariff, zone }: CurveSumOptions): CurveSums {
  const days = [...curve.days.values()].sort((one, other) => (one.day < other.day ? -1 : 1))
  const energyWh = new Array<number>(energyPeriodCount(tariff)).fill(0)
  let missingHours = 0
  let coveredHours = 0
  let surplusWh: number | null = null
  for (const day of days) {
    const { importPeriodWh, exportPeriodWh } = computeDayTotals(day, { tariff, zone })
    if (exportPeriodWh) surplusWh = exportPeriodWh.reduce((sum, wh) => sum + wh, surplusWh ?? 0)
    for (const [index, wh] of importPeriodWh.entries()) energyWh[index] = energyWh[index]! + wh
    missingHours += (day.importWh.filter((wh) => wh === null).length * day.stepMinutes) / 60
    coveredHours += (day.importWh.length * day.stepMinutes) / 60
  }
  const [firstDay, lastDay] = [days[0]!.day, days.at(-1)!.day]
  return {
    cups: curve.cups,
    firstDay,
    lastDay,
    days: days.length,
    missingHours: missingHours + countHours(firstDay, lastDay) - coveredHours,
    energyWh,
    surplusWh,
  }
}

/** Merges the parts of one day; for an interval in both, the later part counts. */
function mergeParts(before: CurveDay | undefined, day: CurveDay): CurveDay {
  if (!before || before.stepMinutes !== day.stepMinutes) return day
  const exportWh = day.exportWh ?? before.exportWh
  return {
    ...day,
    importWh: day.importWh.map((wh, index) => wh ?? before.importWh[index] ?? null),
    exportWh: exportWh?.map((wh, index) => wh ?? before.exportWh?.[index] ?? null) ?? null,
  }
}

/** Thrown for an archive. A small one may hold a file of any size, so archives from unknown users are not opened. */
class PackedFileError extends Error {}

// gzip, bzip2 and zip.
const packings = [Buffer.from([0x1f, 0x8b]), Buffer.from('BZh'), Buffer.from('PK')]

async function* rejectPacked(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isFirst = true
  for await (const chunk of source) {
    if (isFirst && packings.some((start) => start.equals(chunk.subarray(0, start.length)))) throw new PackedFileError()
    isFirst = false
    yield chunk
  }
}

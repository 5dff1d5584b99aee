import type { CurveDay } from '#domains/consumption/curve.ts'
import { isOfPanels } from '#domains/consumption/merge-sources.ts'
import { dayTotals } from '#domains/consumption/server/day-totals.ts'
import { readCurveFile } from '#domains/consumption/server/files/read-curve-file.ts'
import { hoursFrom } from '#vocabulary/calendar-day.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import {
  type EnergyTariff,
  energyPeriodCount,
  type TariffZone,
  timeZoneOfTariffZone,
} from '#vocabulary/tariff-periods.ts'
import { mostCurveDays } from '../rules.ts'

/** What a curve comes to by period, P1 first. */
export type CurveSums = {
  cups: string | null
  firstDay: MarketDay
  lastDay: MarketDay
  days: number
  missingHours: number
  energyWh: number[]
  /** What was fed in; null where the file does not tell. */
  surplusWh: number | null
}

export type CurveProblem =
  | 'file_empty'
  | 'curve_packed'
  | 'curve_unreadable'
  | 'curve_of_several'
  | 'curve_of_generation'
  | 'curve_not_of_days'

type Asked = { tariff: EnergyTariff; zone: TariffZone; from?: MarketDay; until?: MarketDay }

/** For a file that names no supply: its days are somebody's, and nobody asks whose. */
const unnamed = 'ES0000000000000000XX'

/**
 * Sums a curve file up by the periods of a tariff, day by day, as it streams in; nothing of it is kept. Of several parts of a
 * day each interval counts once.
 */
export async function sumCurve(
  source: AsyncIterable<Uint8Array>,
  fileName: string,
  asked: Asked,
): Promise<CurveSums | CurveProblem> {
  const told = await readDays(source, fileName, asked).catch((failure: unknown) => {
    if (failure instanceof PackedFile) return 'curve_packed' as const
    throw failure
  })
  return typeof told === 'string' ? told : summedUp(told, asked)
}

type Told = { days: Map<MarketDay, CurveDay>; cups: string | null }

async function readDays(
  source: AsyncIterable<Uint8Array>,
  fileName: string,
  { zone, from = '', until = '9999-12-31' }: Asked,
): Promise<Told | CurveProblem> {
  const timeZone = timeZoneOfTariffZone(zone)
  const days = new Map<MarketDay, CurveDay>()
  const names = new Set<string>()
  let hasDays = false
  let refusal: string | null = null
  for await (const event of readCurveFile(plain(source), fileName, { cups: unnamed, timeZoneOf: () => timeZone })) {
    if (event.kind === 'recognised' && isOfPanels(event.source)) return 'curve_of_generation'
    if (event.kind === 'refused') refusal ??= event.code
    if (event.kind !== 'day') continue
    hasDays = true
    const { cups, day } = event.day
    if (cups !== unnamed) names.add(cups.slice(0, 20))
    if (names.size > 1) return 'curve_of_several'
    if (from <= day && day <= until) days.set(day, joined(days.get(day), event.day))
    if (days.size > mostCurveDays) return 'curve_unreadable'
  }
  if (days.size > 0) return { days, cups: [...names][0] ?? null }
  if (refusal === 'file_empty' || refusal === 'no_records') return 'file_empty'
  return hasDays ? 'curve_not_of_days' : 'curve_unreadable'
}

function summedUp(told: Told, { tariff, zone }: Asked): CurveSums {
  const days = [...told.days.values()].sort((one, other) => (one.day < other.day ? -1 : 1))
  const energyWh = new Array<number>(energyPeriodCount(tariff)).fill(0)
  let missingHours = 0
  let toldHours = 0
  let surplusWh: number | null = null
  for (const day of days) {
    const { importPeriodWh, exportPeriodWh } = dayTotals(day, { tariff, zone })
    if (exportPeriodWh) surplusWh = exportPeriodWh.reduce((sum, wh) => sum + wh, surplusWh ?? 0)
    for (const [index, wh] of importPeriodWh.entries()) energyWh[index] = energyWh[index]! + wh
    missingHours += (day.importWh.filter((wh) => wh === null).length * day.stepMinutes) / 60
    toldHours += (day.importWh.length * day.stepMinutes) / 60
  }
  const [firstDay, lastDay] = [days[0]!.day, days.at(-1)!.day]
  return {
    cups: told.cups,
    firstDay,
    lastDay,
    days: days.length,
    missingHours: missingHours + hoursFrom(firstDay, lastDay) - toldHours,
    energyWh,
    surplusWh,
  }
}

/** Parts of one day make one; of the same interval the later part counts. */
function joined(before: CurveDay | undefined, day: CurveDay): CurveDay {
  if (!before || before.stepMinutes !== day.stepMinutes) return day
  const exportWh = day.exportWh ?? before.exportWh
  return {
    ...day,
    importWh: day.importWh.map((wh, index) => wh ?? before.importWh[index] ?? null),
    exportWh: exportWh?.map((wh, index) => wh ?? before.exportWh?.[index] ?? null) ?? null,
  }
}

/** A small archive may hold a file beyond all measure, so a stranger's is not opened. */
class PackedFile extends Error {}

// gzip, bzip2 and zip.
const packings = [Buffer.from([0x1f, 0x8b]), Buffer.from('BZh'), Buffer.from('PK')]

async function* plain(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isFirst = true
  for await (const chunk of source) {
    if (isFirst && packings.some((start) => start.equals(chunk.subarray(0, start.length)))) throw new PackedFile()
    isFirst = false
    yield chunk
  }
}

import type { Database } from '#db/database.ts'
import type { StoredDay } from '#domains/consumption/curve.ts'
import type { CurveRange } from '#domains/consumption/rules.ts'
import { type ContractPoint, findDataSpan, readDays } from '#domains/consumption/server/curve/curve-queries.ts'
import { computeDayTotals } from '#domains/consumption/server/totals/day-totals.ts'
import type { BilledPart } from '#domains/offers/year-of-bills.ts'
import type { DayRange } from '#vocabulary/dated-regulated-prices.ts'
import { addDays, dayCount, lastOfMonth, type MarketDay, monthOf } from '#vocabulary/day.ts'
import { type EnergyTariff, energyPeriodCount } from '#vocabulary/tariff-periods.ts'

const daysOfYear = 365
/** With fewer measured days than this, a year would be a guess. */
export const minDays = 300

/** The supply point of an electricity contract whose curve is read. */
export type MeasuredPoint = { point: ContractPoint & { tariff: EnergyTariff }; isSelfConsumption: boolean }

/** The last 365 measured days of a supply point. */
export type MeasuredYear = {
  /** How many of them have data. */
  days: number
  range: DayRange
  /** The 365 days as of which it is billed, the last of them today. */
  billed: DayRange
  /** The bills of the year: one a month with panels, since each pays surplus up to its own energy, else a single one. */
  parts: BilledPart[]
  /** By period, P1 first. */
  energyWh: number[]
  surplusWh: number
  missingHours: number
}

/** Reads the last year of a supply point, to be billed as of today like a year to come. */
export async function readMeasuredYear(
  db: Database,
  measured: MeasuredPoint,
  { today, now }: { today: MarketDay; now: Date },
): Promise<MeasuredYear> {
  return readYearOfSpan(db, measured, { today, span: await findDataSpan(db, measured.point, now) })
}

/** Reads the last year of a supply point whose span of data is known, as `readMeasuredYear` does. */
export async function readYearOfSpan(
  db: Database,
  { point, isSelfConsumption }: MeasuredPoint,
  { today, span }: { today: MarketDay; span: CurveRange | null },
): Promise<MeasuredYear> {
  const lastDay = span && span.end < today ? span.end : today
  const range = { firstDay: addDays(lastDay, 1 - daysOfYear), lastDay }
  const billed = { firstDay: addDays(today, 1 - daysOfYear), lastDay: today }
  const days = span ? await readDays(db, { point, range: { start: range.firstDay, end: lastDay } }) : []
  const months = sumByMonth(days, point)
  const energyWh = sumLists(months.map((month) => month.energyWh))
  const surplusWh = isSelfConsumption ? months.reduce((sum, month) => sum + month.surplusWh, 0) : 0
  const parts =
    surplusWh > 0
      ? listBilledMonths(months, range).map((part) => shiftPart(part, dayCount(lastDay, today) - 1))
      : [{ ...billed, energyWh, surplusWh }]
  const missingHours = months.reduce((sum, month) => sum + month.missingHours, 0)
  return { days: days.length, range, billed, parts, energyWh, surplusWh, missingHours }
}

type Month = { month: string; energyWh: number[]; surplusWh: number; missingHours: number }

/**
 * Sums the energy of days by month and by the periods of the current tariff, also for days that were billed by another
 * tariff: what they would cost now.
 */
function sumByMonth(days: readonly StoredDay[], { tariff, zone }: MeasuredPoint['point']): Month[] {
  const months = new Map<string, Month>()
  for (const day of days) {
    const month = monthOf(day.day)
    const before = months.get(month) ?? { month, energyWh: [], surplusWh: 0, missingHours: 0 }
    const totals = computeDayTotals(day, { tariff, zone })
    months.set(month, {
      month,
      energyWh: sumLists([
        new Array<number>(energyPeriodCount(tariff)).fill(0),
        before.energyWh,
        totals.importPeriodWh,
      ]),
      surplusWh: (totals.exportPeriodWh ?? []).reduce((sum, wh) => sum + wh, before.surplusWh),
      missingHours: before.missingHours + (totals.missingIntervals * day.stepMinutes) / 60,
    })
  }
  return [...months.values()]
}

/** Returns every month of the range as a separate bill, also a month without measurements. */
function listBilledMonths(months: readonly Month[], { firstDay, lastDay }: DayRange): BilledPart[] {
  const parts: BilledPart[] = []
  const none = months[0]!.energyWh.map(() => 0)
  for (let day = firstDay; day <= lastDay; ) {
    const { energyWh = none, surplusWh = 0 } = months.find(({ month }) => month === monthOf(day)) ?? {}
    const last = lastOfMonth(day)
    parts.push({ firstDay: day, lastDay: last < lastDay ? last : lastDay, energyWh, surplusWh })
    day = addDays(last, 1)
  }
  return parts
}

function shiftPart(part: BilledPart, days: number): BilledPart {
  return { ...part, firstDay: addDays(part.firstDay, days), lastDay: addDays(part.lastDay, days) }
}

function sumLists(lists: readonly (readonly number[])[]): number[] {
  const maxLength = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: maxLength }, (_, index) => lists.reduce((sum, list) => sum + (list[index] ?? 0), 0))
}

import type { MarketDay } from '#vocabulary/day.ts'

/** A quarter or a year that is over: its name in addresses, and the first day after it. */
export type ReportPeriod = { name: string; until: MarketDay }

/** Returns the quarter before that of a day. */
export function quarterBefore(day: MarketDay): ReportPeriod {
  const year = Number(day.slice(0, 4))
  const quarter = Math.ceil(Number(day.slice(5, 7)) / 3)
  const name = quarter === 1 ? `${year - 1}-4` : `${year}-${quarter - 1}`
  return { name, until: `${year}-${String((quarter - 1) * 3 + 1).padStart(2, '0')}-01` }
}

/** Returns the year before that of a day. */
export function yearBefore(day: MarketDay): ReportPeriod {
  const year = Number(day.slice(0, 4))
  return { name: String(year - 1), until: `${year}-01-01` }
}

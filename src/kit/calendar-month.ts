const msPerDay = 86_400_000

/**
 * Returns the weeks of a month (`2026-12`) as calendars show it, from Monday to Sunday, with null for days of another
 * month.
 */
export function weeksOf(month: string): (string | null)[][] {
  const first = `${month}-01`
  const lead = weekdayOf(first)
  const count = daysIn(month)
  return Array.from({ length: Math.ceil((lead + count) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => {
      const offset = week * 7 + weekday - lead
      return offset < 0 || offset >= count ? null : shiftDays(first, offset)
    }),
  )
}

/** Returns the day to which a key moves from `day` in a calendar; undefined for a key that moves nowhere. */
export function moveDayByKey(day: string, key: string, isWithShift: boolean): string | undefined {
  const weekday = weekdayOf(day)
  const days = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7, Home: -weekday, End: 6 - weekday }[key]
  if (days !== undefined) return shiftDays(day, days)
  const months = { PageUp: -1, PageDown: 1 }[key]
  return months === undefined ? undefined : shiftMonths(day, isWithShift ? months * 12 : months)
}

/** Returns the same day of another month, or the last day of that month where it is shorter. */
export function shiftMonths(day: string, count: number): string {
  const first = new Date(`${day.slice(0, 7)}-01`)
  first.setUTCMonth(first.getUTCMonth() + count)
  const month = isoOf(first).slice(0, 7)
  return `${month}-${String(Math.min(Number(day.slice(8)), daysIn(month))).padStart(2, '0')}`
}

function shiftDays(day: string, count: number): string {
  return isoOf(new Date(Date.parse(day) + count * msPerDay))
}

/** Returns the day of the week, from 0 for Monday to 6 for Sunday. */
function weekdayOf(day: string): number {
  return (new Date(day).getUTCDay() + 6) % 7
}

function daysIn(month: string): number {
  const [year, number] = month.split('-')
  return new Date(Date.UTC(Number(year), Number(number), 0)).getUTCDate()
}

function isoOf(date: Date): string {
  return date.toISOString().slice(0, 10)
}

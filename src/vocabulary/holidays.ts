import { addDays, type MarketDay } from './day.ts'

/**
 * Checks whether a day is a holiday in all of Spain: the holidays that no region may replace, Good Friday among them.
 * Regions may replace Epiphany and Maundy Thursday, and move what falls on a Sunday, so these are holidays of a place.
 * Source: Real Decreto 2001/1983, article 45 (BOE-A-1983-20906).
 */
export function isNationalHoliday(day: MarketDay): boolean {
  return fixedHolidays.has(day.slice('YYYY-'.length)) || day === addDays(easterSunday(Number(day.slice(0, 4))), -2)
}

const fixedHolidays = new Set(['01-01', '05-01', '08-15', '10-12', '11-01', '12-06', '12-08', '12-25'])

/** Returns Easter Sunday of a year of the Gregorian calendar, by the algorithm of Meeus, Jones and Butcher. */
export function easterSunday(year: number): MarketDay {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const yearOfCentury = year % 100
  const moonCorrection = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + century - Math.floor(century / 4) - moonCorrection + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7
  const lateMoon = Math.floor((golden + 11 * epact + 22 * weekday) / 451)
  const dayOfYear = epact + weekday - 7 * lateMoon + 114
  const [month, dayOfMonth] = [Math.floor(dayOfYear / 31), (dayOfYear % 31) + 1]
  return `${year}-${String(month).padStart(2, '0')}-${String(dayOfMonth).padStart(2, '0')}`
}

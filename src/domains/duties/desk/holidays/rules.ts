import { communities } from '#vocabulary/communities.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { isNationalHoliday } from '#vocabulary/holidays.ts'
import { provinceOf } from '#vocabulary/provinces.ts'

export const maxHolidayNameLength = 80
/** The maximum number of lines of an imported file. */
export const maxImportedHolidays = 20_000

export type Holiday = { place: string; day: MarketDay; name: string }

/** A kind of place with its own holidays. */
export type PlaceKind = 'country' | 'community' | 'province' | 'municipality'

/** Returns what a code of a place stands for: `ES`, `ES-CT`, `08`, `08019`. Null if there is no such place. */
export function placeKindOf(place: string): PlaceKind | null {
  if (place === 'ES') return 'country'
  if (communities.some(({ code }) => code === place)) return 'community'
  if (!/^\d{2}(\d{3})?$/.test(place) || provinceOf(place) === null) return null
  return place.length === 2 ? 'province' : 'municipality'
}

/** Returns the name of a place: its community or province, which for a municipality comes with its code. */
export function placeNameOf(place: string): string {
  const community = communities.find(({ code }) => code === place)
  if (community) return community.name
  const province = provinceOf(place)?.name ?? place
  return place.length > 2 && place !== 'ES' ? `${province}, ${place}` : province
}

export const holidayProblems = ['place_unknown', 'not_day', 'name_needed', 'national_already'] as const
export type HolidayProblem = (typeof holidayProblems)[number]

/** Returns why a holiday cannot be entered; undefined if it can. National ones count by themselves. */
export function findHolidayProblem({ place, day, name }: Holiday): HolidayProblem | undefined {
  if (placeKindOf(place) === null) return 'place_unknown'
  if (!isDay(day)) return 'not_day'
  if (isNationalHoliday(day)) return 'national_already'
  return name.trim() === '' || name.length > maxHolidayNameLength ? 'name_needed' : undefined
}

/** Returns the holidays of a year on the same days of another one, without those that it does not have. */
export function copyToYear(holidays: readonly Holiday[], year: number): Holiday[] {
  return holidays
    .map((holiday) => ({ ...holiday, day: `${year}${holiday.day.slice(4)}` }))
    .filter((holiday) => findHolidayProblem(holiday) === undefined)
}

/** A line of an imported file: a holiday, or why it is none. */
export type HolidayLine = { line: number } & ({ holiday: Holiday } | { problem: HolidayProblem })

/**
 * Parses a file with a place, a day and a name per line, separated by semicolons, commas or tabs; a first line with
 * other words is its heading.
 */
export function parseHolidays(text: string, parseLine: (line: string) => string[] | null): HolidayLine[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  return lines.flatMap((content, index): HolidayLine[] => {
    if (content.trim() === '') return []
    const [place = '', day = '', name = ''] = parseLine(content) ?? []
    const holiday = { place: place.toUpperCase(), day: toIsoDay(day), name }
    const problem = findHolidayProblem(holiday)
    if (problem === 'place_unknown' && index === 0) return []
    return [problem ? { line: index + 1, problem } : { line: index + 1, holiday }]
  })
}

/** Returns a day of a spreadsheet (`6/1/2027`) as ISO; any other text as it is. */
function toIsoDay(text: string): string {
  const [, day, month, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? []
  return day && month && year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const instant = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().slice(0, 10) === text
}

import { readFileSync } from 'node:fs'
import { parseCsvLine } from '#kit/server/parse-csv-line.ts'
import { type Locale, locales } from '#vocabulary/locale.ts'
import type { Activity } from '../api.ts'

type NamedActivity = { id: number; code: string; names: Record<Locale, string> }

const [header = '', ...lines] = readFileSync(new URL('cnae-2009.csv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
const columns = header.split(',')

/**
 * The classes of the national classification of economic activities of 2009. Their ids are their positions in the whole
 * classification, as the market's forms number them. Sources: the Spanish names are those of CNAE-2009 (Real Decreto
 * 475/2007, INE). The others are ours, shortened from the titles of NACE Rev. 2 (Regulation (EC) No 1893/2006).
 */
export const activities: readonly NamedActivity[] = lines.map((line) => {
  const fields = parseCsvLine(line, ',') ?? []
  const field = (name: string) => fields[columns.indexOf(name)] ?? ''
  const names = Object.fromEntries(locales.map((locale) => [locale, field(locale)])) as Record<Locale, string>
  return { id: Number(field('id')), code: field('code'), names }
})

/** Returns the classes in a language, in the API format. */
export function listActivitiesIn(locale: Locale): Activity[] {
  return activities.map(({ id, code, names }) => ({ id, name: code, descripcio: names[locale] }))
}

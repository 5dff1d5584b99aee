import { readFileSync } from 'node:fs'
import { type Locale, locales } from '#kit/locale.ts'
import { csvFields } from '#kit/server/csv-fields.ts'
import type { Activity } from '../api.ts'

type NamedActivity = { id: number; code: string; names: Record<Locale, string> }

const [header = '', ...lines] = readFileSync(new URL('cnae-2009.csv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
const columns = header.split(',')

/**
 * The classes of the national classification of economic activities of 2009; their ids are their places in the whole
 * classification, as the market's forms number them. Sources: the Spanish names are those of CNAE-2009 (Real Decreto
 * 475/2007, INE). The others are ours, after the titles of NACE Rev. 2 (Regulation (EC) No 1893/2006), and shorter.
 */
export const activities: readonly NamedActivity[] = lines.map((line) => {
  const fields = csvFields(line, ',') ?? []
  const field = (name: string) => fields[columns.indexOf(name)] ?? ''
  const names = Object.fromEntries(locales.map((locale) => [locale, field(locale)])) as Record<Locale, string>
  return { id: Number(field('id')), code: field('code'), names }
})

/** The classes as calls tell them, in a language. */
export function activitiesIn(locale: Locale): Activity[] {
  return activities.map(({ id, code, names }) => ({ id, name: code, descripcio: names[locale] }))
}

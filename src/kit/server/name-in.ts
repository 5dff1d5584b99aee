import { sql } from 'kysely'
import type { Locale } from '../locale.ts'

/** The text of a column of texts by language, in a language, or in Spanish where there is none in it. */
export const nameIn = (locale: Locale, column = 'names') =>
  sql<string>`coalesce(${sql.ref(column)} ->> ${locale}, ${sql.ref(column)} ->> 'es')`

import { sql } from 'kysely'
import type { Locale } from '#vocabulary/locale.ts'

/** Returns the text of a localised column in a language, or in Spanish where that language is missing. */
export const localizedColumn = (locale: Locale, column = 'names') =>
  sql<string>`coalesce(${sql.ref(column)} ->> ${locale}, ${sql.ref(column)} ->> 'es')`

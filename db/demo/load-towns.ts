import { readFile } from 'node:fs/promises'
import type { Database } from '#db/database.ts'
import { importTowns } from '#domains/geo/server/import-towns.ts'

/**
 * Loads the postcodes of the provincial capitals and of the demo's towns. Source: INE, street directory, through
 * inigoflores/ds-codigos-postales-ine-es (public domain).
 */
export async function loadTowns(db: Database) {
  const { hasHeader, refusals } = await importTowns(db, await readFile(new URL('towns.csv', import.meta.url), 'utf8'))
  if (!hasHeader || refusals.length > 0) throw new Error(`The demo towns are invalid: ${JSON.stringify(refusals)}`)
}

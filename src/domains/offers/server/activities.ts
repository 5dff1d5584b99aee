import { readFileSync } from 'node:fs'
import { csvFields } from '#kit/server/csv-fields.ts'
import type { Activity } from '../api.ts'

/**
 * The classes of the national classification of economic activities of 2009 (CNAE-2009, Real Decreto 475/2007, published
 * by the INE); their ids are their places in the whole classification, as the market's forms number them.
 */
export const activities: readonly Activity[] = readFileSync(new URL('cnae-2009.csv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [id = '', code = '', description = ''] = csvFields(line, ',') ?? []
    return { id: Number(id), name: code, descripcio: description }
  })

import type { Database } from '#db/database.ts'
import { upsertRows } from '#kit/server/bulk-rows.ts'
import { csvFields } from '#kit/server/csv-fields.ts'
import { inTransaction } from '#kit/server/database.ts'
import { isPostcode } from '#vocabulary/postcode.ts'
import { provinceOf } from '#vocabulary/provinces.ts'
import { townName } from '#vocabulary/town-name.ts'

/** Why a line stays out. */
export type TownRefusal = 'line_broken' | 'postcode_invalid' | 'municipality_invalid' | 'name_missing' | 'contradicted'

/** How many lines were new, stood there under another name, said the same, or stay out, and which those are. */
export type TownsReport = {
  /** Whether the first line names the columns; otherwise nothing was taken in. */
  hasHeader: boolean
  created: number
  updated: number
  unchanged: number
  refusals: { line: number; code: TownRefusal }[]
}

/** The names of the columns, as the statistics institute's street directory has them and as copies of it in English do. */
const headers = ['codigo_postal,municipio_id,municipio_nombre', 'postcode,ine,municipality']
const linesPerPart = 2_000

/**
 * Takes in which towns each postcode serves: a line each with the postcode, the INE code of the municipality and its name.
 * What stands there and is not in the file stays. Taking the same file in again changes nothing. `onProgress` hears how
 * many characters are done.
 */
export async function importTowns(
  db: Database,
  text: string,
  onProgress: (characters: number) => void = () => {},
): Promise<TownsReport> {
  const [head = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const report: TownsReport = { hasHeader: true, created: 0, updated: 0, unchanged: 0, refusals: [] }
  if (!headers.includes(csvFields(head, ',')?.join(',').toLowerCase() ?? '')) return { ...report, hasHeader: false }

  const rows = readTowns(lines, report)
  await inTransaction(db, async (transaction) => {
    for (let start = 0; start < rows.length; start += linesPerPart) {
      const part = rows.slice(start, start + linesPerPart)
      const written = await upsertRows(transaction, {
        table: 'postcode_town',
        key: ['postcode', 'municipality_code'],
        rows: part,
      })
      const created = written.filter(({ isNew }) => isNew).length
      report.created += created
      report.updated += written.length - created
      report.unchanged += part.length - written.length
      onProgress(Math.round((text.length * (start + part.length)) / rows.length))
    }
  })
  return report
}

type TownRow = { postcode: string; municipality_code: string; name: string }

/** The towns of all lines that are sound, each once. */
function readTowns(lines: readonly string[], report: TownsReport): TownRow[] {
  const towns = new Map<string, TownRow>()
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const read = readTown(line)
    const before = typeof read === 'string' ? undefined : towns.get(`${read.postcode} ${read.municipality_code}`)
    // The first line is the header, and people count from one.
    if (typeof read === 'string') report.refusals.push({ line: index + 2, code: read })
    else if (before === undefined) towns.set(`${read.postcode} ${read.municipality_code}`, read)
    else if (before.name !== read.name) report.refusals.push({ line: index + 2, code: 'contradicted' })
    else report.unchanged += 1
  }
  return [...towns.values()]
}

function readTown(line: string): TownRow | TownRefusal {
  const [postcode = '', municipality = '', name = '', ...more] = csvFields(line, ',') ?? []
  if (municipality === '' || more.length > 0) return 'line_broken'
  if (!isPostcode(postcode)) return 'postcode_invalid'
  if (!/^\d{5}$/.test(municipality) || !provinceOf(municipality)) return 'municipality_invalid'
  if (name === '') return 'name_missing'
  return { postcode, municipality_code: municipality, name: townName(name) }
}

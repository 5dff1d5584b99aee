import type { Database } from '#db/database.ts'
import { upsertRows } from '#kit/server/bulk-rows.ts'
import { inTransaction } from '#kit/server/database.ts'
import { parseCsvLine } from '#kit/server/parse-csv-line.ts'
import { isPostcode } from '#vocabulary/postcode.ts'
import { provinceOf } from '#vocabulary/provinces.ts'
import { formatTownName } from '#vocabulary/town-name.ts'

/** Why a line is rejected. */
export type TownRefusal = 'line_broken' | 'postcode_invalid' | 'municipality_invalid' | 'name_missing' | 'contradicted'

/** How many lines were new, renamed, unchanged or rejected, and which were rejected. */
export type TownsReport = {
  /** Whether the first line names the columns; otherwise nothing is imported. */
  hasHeader: boolean
  created: number
  updated: number
  unchanged: number
  refusals: { line: number; code: TownRefusal }[]
}

/** The column names of the statistics institute's street directory and of English copies of it. */
const headers = ['codigo_postal,municipio_id,municipio_nombre', 'postcode,ine,municipality']
const linesPerPart = 2_000

/**
 * Imports the towns of each postcode: one line per town with postcode, INE code of the municipality and name. Existing
 * towns that are not in the file stay. Importing the same file again changes nothing. `onProgress` receives the number
 * of characters processed.
 */
export async function importTowns(
  db: Database,
  text: string,
  onProgress: (characters: number) => void = () => {},
): Promise<TownsReport> {
  const [head = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const report: TownsReport = { hasHeader: true, created: 0, updated: 0, unchanged: 0, refusals: [] }
  if (!headers.includes(parseCsvLine(head, ',')?.join(',').toLowerCase() ?? '')) return { ...report, hasHeader: false }

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

/** Returns the towns of all valid lines, each once. */
function readTowns(lines: readonly string[], report: TownsReport): TownRow[] {
  const towns = new Map<string, TownRow>()
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const parsed = readTown(line)
    const before = typeof parsed === 'string' ? undefined : towns.get(`${parsed.postcode} ${parsed.municipality_code}`)
    // The first line is the header, and line numbers start at one.
    if (typeof parsed === 'string') report.refusals.push({ line: index + 2, code: parsed })
    else if (before === undefined) towns.set(`${parsed.postcode} ${parsed.municipality_code}`, parsed)
    else if (before.name !== parsed.name) report.refusals.push({ line: index + 2, code: 'contradicted' })
    else report.unchanged += 1
  }
  return [...towns.values()]
}

function readTown(line: string): TownRow | TownRefusal {
  const [postcode = '', municipality = '', name = '', ...more] = parseCsvLine(line, ',') ?? []
  if (municipality === '' || more.length > 0) return 'line_broken'
  if (!isPostcode(postcode)) return 'postcode_invalid'
  if (!/^\d{5}$/.test(municipality) || !provinceOf(municipality)) return 'municipality_invalid'
  if (name === '') return 'name_missing'
  return { postcode, municipality_code: municipality, name: formatTownName(name) }
}

import type { Locale } from '#kit/locale.ts'
import { byteOrderMark, csvTextLine } from '#kit/server/csv-text.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { ExportedLead } from './lead-store.ts'

type Say = (key: string) => string

const columns = [
  ...(['id', 'created', 'kind', 'state', 'handling', 'name', 'taxId', 'email', 'phone', 'cups', 'product'] as const),
  ...(['solvency', 'identity', 'note'] as const),
]

/** Leads as a file of a spreadsheet, line by line. */
export async function* leadsAsCsv(
  leads: AsyncIterable<ExportedLead>,
  say: Say,
  locale: Locale,
): AsyncGenerator<string> {
  yield byteOrderMark +
    csvTextLine(
      columns.map((column) => say(`document.${column}`)),
      locale,
    )
  for await (const lead of leads)
    yield csvTextLine(
      [
        lead.id,
        formatInstant(new Date(lead.created_at), locale),
        say(`kinds.${lead.kind}`),
        say(`states.${lead.state}`),
        say(`handlings.${lead.handling}`),
        lead.name,
        lead.tax_id,
        lead.email,
        lead.phone,
        lead.cups,
        lead.product,
        say(`checks.${checkOf(lead.is_solvent, 'solvent', 'insolvent')}`),
        say(`checks.${checkOf(lead.is_same_person, 'samePerson', 'otherPerson')}`),
        lead.note,
      ],
      locale,
    )
}

function checkOf(found: boolean | null, good: string, bad: string): string {
  return found === null ? 'none' : found ? good : bad
}

import { byteOrderMark, formatCsvLine } from '#kit/server/format-csv-line.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { ExportedLead } from './lead-store.ts'

type TextOf = (key: string) => string

const columns = [
  ...(['id', 'created', 'kind', 'state', 'handling', 'name', 'taxId', 'email', 'phone', 'cups', 'product'] as const),
  ...(['solvency', 'identity', 'note'] as const),
]

/** Yields leads as lines of a spreadsheet file. */
export async function* writeLeadsCsv(
  leads: AsyncIterable<ExportedLead>,
  textOf: TextOf,
  locale: Locale,
): AsyncGenerator<string> {
  yield byteOrderMark +
    formatCsvLine(
      columns.map((column) => textOf(`document.${column}`)),
      locale,
    )
  for await (const lead of leads)
    yield formatCsvLine(
      [
        lead.id,
        formatInstant(new Date(lead.created_at), locale),
        textOf(`kinds.${lead.kind}`),
        textOf(`states.${lead.state}`),
        textOf(`handlings.${lead.handling}`),
        lead.name,
        lead.tax_id,
        lead.email,
        lead.phone,
        lead.cups,
        lead.product,
        textOf(`checks.${checkKey(lead.is_solvent, 'solvent', 'insolvent')}`),
        textOf(`checks.${checkKey(lead.is_same_person, 'samePerson', 'otherPerson')}`),
        lead.note,
      ],
      locale,
    )
}

function checkKey(result: boolean | null, good: string, bad: string): string {
  return result === null ? 'none' : result ? good : bad
}

import { byteOrderMark, formatCsvLine } from '#kit/server/format-csv-line.ts'
import { formatDay } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { ListedDuty } from '../api.ts'

type TextOf = (key: string) => string

const columns = [
  'kind',
  'status',
  'due',
  'dueAt',
  'law',
  'article',
  'source',
  'customer',
  'subject',
  'assignee',
] as const

/** Yields duties as lines of a spreadsheet file. */
export async function* writeDutiesCsv(
  duties: AsyncIterable<ListedDuty>,
  textOf: TextOf,
  locale: Locale,
): AsyncGenerator<string> {
  yield byteOrderMark +
    formatCsvLine(
      columns.map((column) => textOf(`document.${column}`)),
      locale,
    )
  for await (const { kind, status, due_on, due_at, norm, customer, subject, assignee } of duties)
    yield formatCsvLine(
      [
        ...[textOf(`kinds.${kind}`), textOf(`statuses.${status}`)],
        ...[formatDay(due_on, locale), formatInstant(new Date(due_at), locale)],
        ...[norm.law ?? textOf('promise'), norm.article, norm.source],
        ...[customer?.name ?? null, subject, assignee?.name ?? null],
      ],
      locale,
    )
}

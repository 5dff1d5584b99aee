import { byteOrderMark, formatCsvLine } from '#kit/server/format-csv-line.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { ManagedReturn } from '../api.ts'

/** Writes returned debits as CSV, with the cause in words and the code of the bank. */
export async function* writeReturnsCsv(
  returns: AsyncIterable<ManagedReturn>,
  textOf: (key: string) => string,
  locale: Locale,
): AsyncGenerator<string> {
  const columns = ['invoice', 'customer', 'amount', 'cause', 'code', 'returned', 'state', 'reference', 'assignee']
  yield byteOrderMark +
    formatCsvLine(
      columns.map((each) => textOf(`columns.${each}`)),
      locale,
    )
  for await (const each of returns)
    yield formatCsvLine(
      [
        each.invoice?.number ?? null,
        each.customer?.name ?? each.debtor,
        each.amount,
        textOf(`causes.${each.cause}`),
        each.code,
        each.returned_on,
        textOf(`states.${each.state}`),
        each.reference,
        each.assignee?.name ?? null,
      ],
      locale,
    )
}

import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { byteOrderMark, formatCsvLine } from '#kit/server/format-csv-line.ts'
import type { Reason } from '#kit/server/import-line-result.ts'
import type { Locale } from '#vocabulary/locale.ts'

type ReportLine = {
  line?: number | null
  file?: string
  key?: string | number | null
  member?: string | null
  code?: string
  reason?: string
  values?: Reason['values']
  message?: string
  end?: true
}

type ReportTexts = {
  /** The texts of this section. */
  textOf: (key: string) => string
  /** Returns the text of a reason, or undefined for one that no longer exists. */
  reasonText: (reason: Reason) => string | undefined
}

const columns = ['line', 'key', 'member', 'code', 'message'] as const

/** Yields a report, stored as one JSON object per line, as a CSV file for spreadsheets. */
export async function* writeReportCsv(
  report: Readable,
  { textOf, reasonText }: ReportTexts,
  locale: Locale,
): AsyncGenerator<string> {
  yield byteOrderMark +
    formatCsvLine(
      columns.map((column) => textOf(`document.${column}`)),
      locale,
    )
  for await (const line of createInterface({ input: report })) {
    if (line === '') continue
    const entry: ReportLine = JSON.parse(line)
    if (entry.end) continue
    const key = entry.key ?? entry.file ?? null
    yield formatCsvLine(
      [entry.line ?? null, key, entry.member ?? null, entry.code ?? null, messageOf(entry, reasonText)],
      locale,
    )
  }
}

// A report from an earlier version may only have the English message.
function messageOf({ reason, values, message }: ReportLine, reasonText: ReportTexts['reasonText']): string | null {
  return (reason && reasonText(values ? { name: reason, values } : { name: reason })) || message || null
}

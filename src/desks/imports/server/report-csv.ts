import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { Locale } from '#kit/locale.ts'
import { byteOrderMark, csvTextLine } from '#kit/server/csv-text.ts'
import type { Reason } from '#kit/server/told-line.ts'

type Told = {
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

type ReportWords = {
  /** The words of this desk. */
  say: (key: string) => string
  /** Tells a reason; undefined for one that is not told any more. */
  why: (reason: Reason) => string | undefined
}

const columns = ['line', 'key', 'member', 'code', 'message'] as const

/** A report, an object in JSON on each line, as a spreadsheet opens it. */
export async function* reportAsCsv(
  report: Readable,
  { say, why }: ReportWords,
  locale: Locale,
): AsyncGenerator<string> {
  yield byteOrderMark +
    csvTextLine(
      columns.map((column) => say(`document.${column}`)),
      locale,
    )
  for await (const line of createInterface({ input: report })) {
    if (line === '') continue
    const told: Told = JSON.parse(line)
    if (told.end) continue
    const key = told.key ?? told.file ?? null
    yield csvTextLine([told.line ?? null, key, told.member ?? null, told.code ?? null, sentenceOf(told, why)], locale)
  }
}

// A report of an earlier version may have the English sentence alone.
function sentenceOf({ reason, values, message }: Told, why: ReportWords['why']): string | null {
  return (reason && why(values ? { name: reason, values } : { name: reason })) || message || null
}

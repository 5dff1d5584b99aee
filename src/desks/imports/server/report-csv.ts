import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { Locale } from '#kit/locale.ts'
import { byteOrderMark, csvTextLine } from '#kit/server/csv-text.ts'

type Told = {
  line?: number | null
  file?: string
  key?: string | number | null
  member?: string | null
  code?: string
  message?: string
  end?: true
}

const columns = ['line', 'key', 'member', 'code', 'message'] as const

/** A report, an object in JSON on each line, as a spreadsheet opens it. */
export async function* reportAsCsv(
  report: Readable,
  say: (key: string) => string,
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
    yield csvTextLine([told.line ?? null, key, told.member ?? null, told.code ?? null, told.message ?? null], locale)
  }
}

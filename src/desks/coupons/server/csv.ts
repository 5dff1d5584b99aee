import type { Locale } from '#kit/locale.ts'
import { byteOrderMark, csvTextLine } from '#kit/server/csv-text.ts'
import { formatDay } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { Code } from '../api.ts'

const columns = ['code', 'state', 'issued', 'expires', 'customer', 'redeemed', 'lead'] as const

/** Codes as a file of a spreadsheet, line by line. */
export async function* codesAsCsv(
  codes: AsyncIterable<Code>,
  say: (key: string) => string,
  locale: Locale,
): AsyncGenerator<string> {
  const head = columns.map((column) => say(`codes.${column}`))
  yield byteOrderMark + csvTextLine(head, locale)
  const at = (instant: string | null) => (instant === null ? null : formatInstant(new Date(instant), locale))
  for await (const { code, is_public, state, issued_at, expires_on, customer, redeemed_at, lead_id } of codes)
    yield csvTextLine(
      [
        is_public ? say('codes.public') : code,
        say(`states.${state}`),
        at(issued_at),
        expires_on === null ? null : formatDay(expires_on, locale),
        customer?.name ?? null,
        at(redeemed_at),
        lead_id,
      ],
      locale,
    )
}

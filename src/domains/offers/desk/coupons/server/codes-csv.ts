import { byteOrderMark, formatCsvLine } from '#kit/server/format-csv-line.ts'
import { formatDay } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { CouponCode } from '../api.ts'

const columns = ['code', 'state', 'issued', 'expires', 'customer', 'redeemed', 'lead'] as const

/** Yields the codes as lines of a spreadsheet file. */
export async function* writeCodesCsv(
  codes: AsyncIterable<CouponCode>,
  textOf: (key: string) => string,
  locale: Locale,
): AsyncGenerator<string> {
  const head = columns.map((column) => textOf(`codes.${column}`))
  yield byteOrderMark + formatCsvLine(head, locale)
  const at = (instant: string | null) => (instant === null ? null : formatInstant(new Date(instant), locale))
  for await (const { code, is_public, state, issued_at, expires_on, customer, redeemed_at, lead_id } of codes)
    yield formatCsvLine(
      [
        is_public ? textOf('codes.public') : code,
        textOf(`states.${state}`),
        at(issued_at),
        expires_on === null ? null : formatDay(expires_on, locale),
        customer?.name ?? null,
        at(redeemed_at),
        lead_id,
      ],
      locale,
    )
}

import type { MarketDay } from '#vocabulary/day.ts'
import { attentionOf } from '../rules.ts'
import type { ReadInvoice } from './read-invoice.ts'

/** What is to be paid of an invoice, or null when nothing is. */
export function dueCentsOf({ standing, amountPendingCents }: ReadInvoice): number | null {
  return standing && attentionOf(standing) === 'owed' ? amountPendingCents : null
}

/** The month, by its first day, whose invoices sum up to most, the oldest of several; null without invoices. */
export function highestMonth(invoices: readonly ReadInvoice[]): { month: MarketDay; cents: number } | null {
  const sums = new Map<MarketDay, number>()
  for (const { month, amountTotalCents } of invoices) sums.set(month, (sums.get(month) ?? 0) + amountTotalCents)
  const [highest] = [...sums].sort(
    ([month, cents], [other, otherCents]) => otherCents - cents || (month < other ? -1 : 1),
  )
  return highest ? { month: highest[0], cents: highest[1] } : null
}

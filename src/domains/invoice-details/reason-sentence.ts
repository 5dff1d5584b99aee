import type { BridgeCause } from '#vocabulary/bill-bridge/bridge-causes.ts'
import { formatMoney } from '#vocabulary/format.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { Cents } from '#vocabulary/money.ts'

/** The invoice that another one is compared with: the one before, or that of a year ago. */
export type ComparedWith = 'before' | 'year'

/** By how much an invoice differs, and why: the largest cause first. */
export type Reason = {
  than: ComparedWith
  differenceCents: Cents
  steps: readonly { cause: BridgeCause; amountCents: Cents }[]
}

/** Returns a text under `invoice-details.why`. */
type WhyTexts = (
  key: 'change' | 'because' | 'alone' | 'one' | 'both' | `reasons.${BridgeCause}`,
  values: Record<string, string>,
) => string

/** Returns the sentence that says how much an invoice differs and names the two largest causes. */
export function composeReasonSentence({ than, differenceCents, steps }: Reason, t: WhyTexts, locale: Locale): string {
  const direction = differenceCents > 0 ? 'more' : differenceCents < 0 ? 'less' : 'same'
  const change = t('change', { direction, than, amount: formatMoney(Math.abs(differenceCents), locale) })
  const [first, second] = steps.map(({ cause, amountCents }) =>
    t('because', {
      because: t(`reasons.${cause}`, { direction: amountCents > 0 ? 'more' : 'less' }),
      amount: formatSignedMoney(amountCents, locale),
    }),
  )
  if (!first) return t('alone', { change })
  return second ? t('both', { change, first, second }) : t('one', { change, first })
}

/** Formats an amount by which something rises or falls, with its sign. */
export function formatSignedMoney(cents: Cents, locale: Locale): string {
  return `${cents > 0 ? '+' : cents < 0 ? '−' : ''}${formatMoney(Math.abs(cents), locale)}`
}

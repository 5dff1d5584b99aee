/**
 * Why a card was not charged, in the names that card providers publish. The last one is a payment in an unexpected
 * state, for example after an aborted authentication.
 */
export const cardErrors = [
  'incorrect_number',
  'invalid_number',
  'invalid_expiry_month',
  'invalid_expiry_year',
  'invalid_cvc',
  'incorrect_cvc',
  'expired_card',
  'incorrect_zip',
  'card_declined',
  'missing',
  'processing_error',
  'rate_limit',
  'payment_intent_unexpected_state',
] as const
export type CardError = (typeof cardErrors)[number]

const transientDeclineCodes = ['issuer_not_available', 'try_again_later', 'reenter_transaction']

/**
 * Maps a provider's published error names to our error: the reason of a decline if the holder can fix something,
 * otherwise the plain decline, because the portal must not disclose why a bank refuses (a lost or stolen card, say).
 */
export function cardErrorOf({ code, declineCode }: { code?: string | null; declineCode?: string | null }): CardError {
  if (declineCode && transientDeclineCodes.includes(declineCode)) return 'processing_error'
  if (code === 'resource_missing') return 'missing'
  if (code === 'payment_intent_authentication_failure') return 'payment_intent_unexpected_state'
  const byReason = parseCardError(declineCode)
  if (code === 'card_declined' && byReason) return byReason
  return parseCardError(code) ?? 'card_declined'
}

function parseCardError(text: string | null | undefined): CardError | null {
  return cardErrors.find((code) => code === text) ?? null
}

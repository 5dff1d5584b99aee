import type { ReplyIn } from '#kit/call.ts'
import type { Locale } from '#kit/locale.ts'
import { maskedIban } from '#vocabulary/iban.ts'
import type { listChanges } from '../api.ts'
import type { findChanges } from './change-requests.ts'
import { powersIn } from './details.ts'
import { requestedValue, type ValueWords } from './requested-value.ts'

type KeptChange = Awaited<ReturnType<typeof findChanges>>[number]
type ToldChange = ReplyIn<typeof listChanges>['items'][number]

/** A request as the customer follows it. */
export function presentChange(change: KeptChange, locale: Locale, words: ValueWords): ToldChange {
  const { change_request_id: id, kind, state, reason, requested_at, updated_at, signature_id: signatureId } = change
  const value = requestedValue(change, locale, words)
  const isWaiting = state === 'waiting_for_signature'
  return {
    id,
    kind,
    state: state as ToldChange['state'],
    requested_at: requested_at.toISOString(),
    updated_at: updated_at.toISOString(),
    ...(kind === 'power' && { power: powersIn(change.details).map((watts) => watts / 1000) }),
    ...(kind === 'iban' && { printable_iban: maskedIban((change.details as { iban: string }).iban) }),
    ...(value !== null && kind !== 'power' && kind !== 'iban' && { value }),
    reason: reason as ToldChange['reason'],
    signature: isWaiting && signatureId ? { id: signatureId, url: `/signature/${signatureId}` } : null,
  }
}

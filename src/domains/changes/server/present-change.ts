import type { ReplyIn } from '#kit/call.ts'
import { maskIban } from '#vocabulary/iban-display.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { listChanges } from '../api.ts'
import type { findChanges } from './change-requests.ts'
import { requestedPowersOf } from './power-fields.ts'
import { requestedValue, type ValueTexts } from './requested-value.ts'

type ChangeRequestRow = Awaited<ReturnType<typeof findChanges>>[number]
type ChangeRequestReply = ReplyIn<typeof listChanges>['items'][number]

/** Converts a change request to the customer's view. */
export function presentChange(change: ChangeRequestRow, locale: Locale, t: ValueTexts): ChangeRequestReply {
  const { change_request_id: id, kind, state, reason, requested_at, updated_at, signature_id: signatureId } = change
  const { waits_for: waitsFor } = change
  const value = requestedValue(change, locale, t)
  const isWaiting = state === 'waiting_for_signature'
  return {
    id,
    kind,
    state: state as ChangeRequestReply['state'],
    requested_at: requested_at.toISOString(),
    updated_at: updated_at.toISOString(),
    ...(kind === 'power' && { power: requestedPowersOf(change.details).map((watts) => watts / 1000) }),
    ...(kind === 'iban' && { printable_iban: maskIban((change.details as { iban: string }).iban) }),
    ...(value !== null && kind !== 'power' && kind !== 'iban' && { value }),
    reason: reason as ChangeRequestReply['reason'],
    // What has ended waits for nobody any more.
    waits_for: state === 'sent' ? (waitsFor as ChangeRequestReply['waits_for']) : null,
    signature: isWaiting && signatureId ? { id: signatureId, url: `/signature/${signatureId}` } : null,
  }
}

import type { ReplyIn } from '#kit/call.ts'
import { ibanGroups } from '#vocabulary/iban.ts'
import type { listChanges } from '../api.ts'
import type { findChanges } from './change-requests.ts'
import { powersIn } from './details.ts'

type KeptChange = Awaited<ReturnType<typeof findChanges>>[number]
type ToldChange = ReplyIn<typeof listChanges>['items'][number]

/** A request as the customer follows it. */
export function presentChange(change: KeptChange): ToldChange {
  const { change_request_id: id, kind, state, reason, requested_at, updated_at, signature_id: signatureId } = change
  const isWaiting = state === 'waiting_for_signature'
  return {
    id,
    kind,
    state: state as ToldChange['state'],
    requested_at: requested_at.toISOString(),
    updated_at: updated_at.toISOString(),
    ...(kind === 'power' && { power: powersIn(change.details).map((watts) => watts / 1000) }),
    ...(kind === 'iban' && { printable_iban: printable((change.details as { iban: string }).iban) }),
    ...valueIn(change.details),
    reason: reason as ToldChange['reason'],
    signature: isWaiting && signatureId ? { id: signatureId, url: `/signature/${signatureId}` } : null,
  }
}

/** The names under which the other changes keep what was asked for. */
const plainValues = ['ref_catastral', 'email', 'phone', 'mobile', 'full_address'] as const

function valueIn(details: unknown): { value?: string } {
  const { pes_percentatge: percentage, ...kept } = details as Record<string, unknown>
  const plain = plainValues.map((name) => kept[name]).find((value) => typeof value === 'string')
  const value = typeof percentage === 'number' ? `${percentage}\u00a0%` : plain
  return typeof value === 'string' ? { value } : {}
}

/** An IBAN in the groups in which it is read. */
export function printable(iban: string): string {
  return ibanGroups(iban).join(' ')
}

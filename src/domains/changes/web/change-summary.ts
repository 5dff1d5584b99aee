import type { ChangeRequest } from '../api.ts'
import type { ClockWait } from '../rules.ts'

/** A change request as the pages use it. */
export type ChangeSummary = {
  id: number
  kind: string
  state: ChangeRequest['state']
  reason: ChangeRequest['reason']
  requestedAt: Date
  updatedAt: Date
  isOpen: boolean
  powerWatts: number[]
  /** The new account, masked. */
  account: string | null
  /** Any other requested value as display text. */
  value: string | null
  /** The address of the page to sign on, in key form, while the change waits for its signature. */
  signatureUrl: string | null
  /** Who is waited for while the clock of a power change stands still. */
  waitsFor: ClockWait | null
}

/** Converts a change request from the API format. */
export function toChangeSummary(wire: ChangeRequest): ChangeSummary {
  return {
    id: wire.id,
    kind: wire.kind,
    state: wire.state,
    reason: wire.reason,
    requestedAt: new Date(wire.requested_at),
    updatedAt: new Date(wire.updated_at),
    isOpen: wire.state !== 'done' && wire.state !== 'refused',
    powerWatts: (wire.power ?? []).map((kilowatts) => Math.round(kilowatts * 1000)),
    account: wire.printable_iban ?? null,
    value: wire.value ?? null,
    signatureUrl: wire.signature?.url ?? null,
    waitsFor: wire.waits_for ?? null,
  }
}

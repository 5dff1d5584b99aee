import type { ChangeRequest } from '../api.ts'

/** A request of a change as the screens speak of it. */
export type ReadChange = {
  id: number
  kind: string
  state: ChangeRequest['state']
  reason: ChangeRequest['reason']
  askedAt: Date
  movedAt: Date
  isOpen: boolean
  powerWatts: number[]
  /** The new account, as it is recognised. */
  account: string | null
  /** What else was asked for, as it is written. */
  value: string | null
  /** Where it is signed, in key form, while it waits for that. */
  signAt: string | null
}

/** A request of the wire in the words of the product. */
export function readChange(wire: ChangeRequest): ReadChange {
  return {
    id: wire.id,
    kind: wire.kind,
    state: wire.state,
    reason: wire.reason,
    askedAt: new Date(wire.requested_at),
    movedAt: new Date(wire.updated_at),
    isOpen: wire.state !== 'done' && wire.state !== 'refused',
    powerWatts: (wire.power ?? []).map((kilowatts) => Math.round(kilowatts * 1000)),
    account: wire.printable_iban ?? null,
    value: wire.value ?? null,
    signAt: wire.signature?.url ?? null,
  }
}

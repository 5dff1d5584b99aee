import type { PaymentMeans } from '#vocabulary/payment-means.ts'

/**
 * The contract changes that require a signature, as named in `change_request.kind` and in the list of pending
 * signatures.
 */
export const signedChanges = ['power', 'iban', 'no_cession_sips'] as const
export type SignedChange = (typeof signedChanges)[number]

/** The name of each change in a contract's list of pending signatures. */
export const awaitingSignatureNames = {
  power: 'power',
  iban: 'iban',
  no_cession_sips: 'sips',
} as const satisfies Record<SignedChange, string>

/** The state of a contract that decides whether it may be changed. */
export type Changeable = {
  isActive: boolean
  /** Whether its access contract with the distributor can be changed now. */
  isAtrAvailable: boolean
  sipsCession: SipsCession
  /** The open changes, signed or not. */
  open: readonly string[]
}

/**
 * The state of the request that the register of supply points (SIPS) releases no data of a contract: not requested,
 * requested, or in force.
 */
export const sipsCessions = ['requested', 'active', 'unactive'] as const
export type SipsCession = (typeof sipsCessions)[number]

/** Why something cannot be changed now, as a refusal code. */
export type Obstacle =
  | 'contract_not_active'
  | 'atr_not_available'
  | 'sips_already_active'
  | 'power_change_open'
  | 'iban_change_open'
  | 'no_cession_sips_open'

const openObstacles = {
  power: 'power_change_open',
  iban: 'iban_change_open',
  no_cession_sips: 'no_cession_sips_open',
} as const satisfies Record<SignedChange, Obstacle>

/**
 * Returns the obstacle to a change, or null. Only active contracts can be changed. Changes that the distributor makes
 * require an available access contract. Only one change of each kind can be open at a time.
 */
export function obstacleTo(change: SignedChange, contract: Changeable): Obstacle | null {
  if (!contract.isActive) return 'contract_not_active'
  if (change !== 'iban' && !contract.isAtrAvailable) return 'atr_not_available'
  if (change === 'no_cession_sips' && contract.sipsCession === 'active') return 'sips_already_active'
  if (change === 'no_cession_sips' && contract.sipsCession === 'requested') return 'no_cession_sips_open'
  return contract.open.includes(change) ? openObstacles[change] : null
}

/** The means of payment that need no signature, since no account is charged for them. */
export const unsignedPaymentMeans = ['card', 'transfer'] as const satisfies readonly PaymentMeans[]
export type UnsignedPaymentMeans = (typeof unsignedPaymentMeans)[number]

/** The contracts for which the register can be requested to release nothing: only the present one. */
export const sipsChoices = ['actual'] as const

/** The maximum number of files attached to a change. */
export const maxFiles = 5

/** The states of an open change, which blocks another change of its kind. */
export const openStates = ['requested', 'waiting_for_signature', 'sent'] as const

/**
 * The retailer's actions on a change: send it to the distributor, record its outcome, and stop the clock of a power change
 * while somebody is waited for.
 */
export const retailerMoves = ['accept', 'done', 'refuse', 'pause', 'resume'] as const
export type RetailerMove = (typeof retailerMoves)[number]

/** Who is waited for while the clock of a power change stands still. */
export const clockWaits = ['customer', 'distributor'] as const
export type ClockWait = (typeof clockWaits)[number]

const statesByMove: Record<RetailerMove, readonly string[]> = {
  accept: ['requested'],
  done: ['sent'],
  refuse: ['requested', 'sent'],
  pause: ['sent'],
  resume: ['sent'],
}

/** The move that a clock in a state allows. */
const clockOfMove: Partial<Record<RetailerMove, string>> = { pause: 'open', resume: 'paused' }

/**
 * Returns the retailer's possible actions on a change in a state, with the state of its clock if it has one; none while it
 * waits for the customer's signature or once it has ended.
 */
export function retailerMovesFrom(state: string, clock: string | null = null): RetailerMove[] {
  return retailerMoves.filter(
    (move) => statesByMove[move].includes(state) && (!(move in clockOfMove) || clockOfMove[move] === clock),
  )
}

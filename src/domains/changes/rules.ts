/** The changes of a contract that are signed, as `change_request.kind` and the list of what waits for a signature name them. */
export const signedChanges = ['power', 'iban', 'no_cession_sips'] as const
export type SignedChange = (typeof signedChanges)[number]

/** As the list of what waits for a signature on a contract names each of them. */
export const waitingNames = {
  power: 'power',
  iban: 'iban',
  no_cession_sips: 'sips',
} as const satisfies Record<SignedChange, string>

/** What decides whether something of a contract may be changed. */
export type Changeable = {
  isActive: boolean
  /** Whether its access contract with the distributor can be touched now. */
  isAtrAvailable: boolean
  sipsCession: SipsCession
  /** The changes that are under way, signed or not. */
  open: readonly string[]
}

/**
 * How the request stands that the register of supply points (SIPS) releases nothing of a contract: none made, made and on
 * its way, or in force.
 */
export const sipsCessions = ['requested', 'active', 'unactive'] as const
export type SipsCession = (typeof sipsCessions)[number]

/** Why something cannot be changed now: the code of a refusal. */
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
 * What stands in the way of a change, or null. Only active contracts change; what the distributor has to do needs its
 * access contract; and one change of a kind is under way at a time.
 */
export function obstacleTo(change: SignedChange, contract: Changeable): Obstacle | null {
  if (!contract.isActive) return 'contract_not_active'
  if (change !== 'iban' && !contract.isAtrAvailable) return 'atr_not_available'
  if (change === 'no_cession_sips' && contract.sipsCession === 'active') return 'sips_already_active'
  if (change === 'no_cession_sips' && contract.sipsCession === 'requested') return 'no_cession_sips_open'
  return contract.open.includes(change) ? openObstacles[change] : null
}

/** For which contracts the register is to release nothing: the present one. */
export const sipsChoices = ['actual'] as const

/** How many files may go with a change. */
export const mostFiles = 5

/** The states of a change that has not come to an end, so that no other of its kind is made. */
export const openStates = ['requested', 'waiting_for_signature', 'sent'] as const

/** What the retailer does with a change: sends it to the distributor, and writes down what became of it. */
export const retailerMoves = ['accept', 'done', 'refuse'] as const
export type RetailerMove = (typeof retailerMoves)[number]

const movableFrom: Record<RetailerMove, readonly string[]> = {
  accept: ['requested'],
  done: ['sent'],
  refuse: ['requested', 'sent'],
}

/** What the retailer can do with a change in a state; nothing while it waits for its customer, or once it has ended. */
export function retailerMovesFrom(state: string): RetailerMove[] {
  return retailerMoves.filter((move) => movableFrom[move].includes(state))
}

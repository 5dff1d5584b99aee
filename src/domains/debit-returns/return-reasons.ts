/** What customers can do about a returned debit: pay by card, change the account, sign a mandate, tell the bank, ask. */
export const returnSteps = ['card', 'account', 'mandate', 'bank', 'ask'] as const
export type ReturnStep = (typeof returnSteps)[number]

/** Why a debit came back, in the words of customers and operators. The codes of banks are never shown to customers. */
export const returnCauses = [
  'account_wrong',
  'account_closed',
  'account_blocked',
  'no_debits',
  'account_type',
  'no_money',
  'no_mandate',
  'asked_back',
  'refused',
  'bank_limit',
  'bank_unreachable',
  'twice',
  'ours',
  'deceased',
  'unknown',
] as const
export type ReturnCause = (typeof returnCauses)[number]

/** What follows from a cause. */
export type ReturnConsequence = {
  steps: readonly ReturnStep[]
  /** Whether the invoice is owed again. A debit that was presented twice has been paid once. */
  isOwedAgain: boolean
  /** Whether customers are told. */
  isShownToCustomer: boolean
  /** Whether the retailer may present the debit again on the same mandate. */
  mayBePresentedAgain: boolean
}

const owedAgain = { isOwedAgain: true, isShownToCustomer: true, mayBePresentedAgain: false } as const
const again = { ...owedAgain, mayBePresentedAgain: true } as const

/** What follows from each cause. */
export const consequences: Record<ReturnCause, ReturnConsequence> = {
  account_wrong: { ...owedAgain, steps: ['account', 'card'] },
  account_closed: { ...owedAgain, steps: ['account', 'card'] },
  account_blocked: { ...owedAgain, steps: ['account', 'card'] },
  no_debits: { ...owedAgain, steps: ['account', 'card'] },
  account_type: { ...owedAgain, steps: ['mandate', 'card'] },
  no_money: { ...again, steps: ['card', 'ask'] },
  // A payer who says within 13 months that there was no mandate is never debited on it again.
  no_mandate: { ...owedAgain, steps: ['mandate', 'card', 'ask'] },
  asked_back: { ...owedAgain, steps: ['ask', 'card'] },
  refused: { ...owedAgain, steps: ['ask', 'card', 'account'] },
  bank_limit: { ...again, steps: ['bank', 'card'] },
  bank_unreachable: { ...owedAgain, steps: ['account', 'card'] },
  twice: { steps: [], isOwedAgain: false, isShownToCustomer: false, mayBePresentedAgain: false },
  ours: { ...again, steps: ['card'] },
  // Nobody writes to somebody who has died. An operator offers the change of holder.
  deceased: { ...owedAgain, steps: [], isShownToCustomer: false },
  // In Spain banks use MS03 in place of others too: it does not mean that there was no money.
  unknown: { ...again, steps: ['card', 'account', 'ask'] },
}

/**
 * The cause of each return code of SEPA direct debits (ISO 20022, external code set `ExternalReturnReason`, as the EPC
 * guidance on reason codes for direct debit R-transactions uses it).
 */
export const causeOfCode = {
  AC01: 'account_wrong',
  AC04: 'account_closed',
  AC06: 'account_blocked',
  AC13: 'account_type',
  AG01: 'no_debits',
  AG02: 'ours',
  AM04: 'no_money',
  AM05: 'twice',
  BE05: 'ours',
  CNOR: 'ours',
  DNOR: 'bank_unreachable',
  FF01: 'ours',
  FF05: 'ours',
  MD01: 'no_mandate',
  MD02: 'ours',
  MD06: 'asked_back',
  MD07: 'deceased',
  MS02: 'refused',
  MS03: 'unknown',
  RC01: 'ours',
  RR01: 'ours',
  RR02: 'ours',
  RR03: 'ours',
  RR04: 'bank_unreachable',
  SL01: 'bank_limit',
  TM01: 'ours',
} as const satisfies Record<string, ReturnCause>

/** Returns the cause of a return code. A code that is not in the table has an unknown one. */
export function causeOf(code: string): ReturnCause {
  return Object.hasOwn(causeOfCode, code) ? causeOfCode[code as keyof typeof causeOfCode] : 'unknown'
}

/** Returns the codes of a cause, without those that are not in the table. */
export function codesOf(cause: ReturnCause): string[] {
  return Object.entries(causeOfCode).flatMap(([code, each]) => (each === cause ? [code] : []))
}

/** The causes that customers are told. */
export const customerCauses = returnCauses.filter(isCustomerCause)
export type CustomerCause = Exclude<ReturnCause, 'twice' | 'deceased'>

function isCustomerCause(cause: ReturnCause): cause is CustomerCause {
  return consequences[cause].isShownToCustomer
}

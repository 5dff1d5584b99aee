import type { OperatorRole } from '#kit/operator-role.ts'

/**
 * How the day of a duty follows from its event: it is done by the end of a term after it (`by`), at least a term before
 * it (`ahead`), not before a term after it is over (`not_before`), somebody may do it until then (`until`), or something
 * is kept until then (`keep`).
 */
export const dutyCountings = ['by', 'ahead', 'not_before', 'until', 'keep'] as const
export type DutyCounting = (typeof dutyCountings)[number]

/** What a clock that stood still does when it goes on: it starts anew, or what was left of the term is counted. */
export type DutyResumption = 'restart' | 'continue'

/** How operators record the event of a duty that happens outside the product. */
export type RecordedEvent = {
  /** Whether it is about a contract, or may be about a customer without one. */
  about: 'contract' | 'customer'
  /** What its norms distinguish; the operator says which. */
  topics?: readonly string[]
  /** Whether its norms depend on the power that was asked for. */
  isPowerAsked?: boolean
}

/** A kind of duty: something happened, and something must follow. */
export type DutyKindRule = {
  counting: DutyCounting
  /** Who has to act. */
  actor: 'retailer' | 'distributor' | 'customer'
  /** The operators, besides administrators, who see it at the desk and act on it. */
  roles: readonly OperatorRole[]
  /** Whether its customer is told the day and what they can do after it. */
  isShownToCustomer: boolean
  resumption: DutyResumption
  /** How its event is recorded at the desk; without it, the domain of the event opens it. */
  recorded?: RecordedEvent
}

const care = { roles: ['care'], isShownToCustomer: true, resumption: 'continue' } as const
const internal = { isShownToCustomer: false, resumption: 'continue' } as const

/** Every kind of duty. Its norms, which say how long the term is, are in `*-norms.ts` and in the rows of operators. */
export const dutyKinds = {
  /** A customer has written; they are answered. It starts anew once a customer has sent what was missing. */
  case_answer: { ...care, counting: 'by', actor: 'retailer', resumption: 'restart' },
  /** A case lacks something; its customer completes it. */
  case_completion: { ...care, counting: 'by', actor: 'customer' },
  /** A customer wants to be called at an hour; somebody calls within it. */
  call_back: { ...care, counting: 'by', actor: 'retailer' },
  /** A customer wants to speak to a supervisor; one does so the same working day. */
  supervisor_call: { ...care, counting: 'by', actor: 'retailer' },
  /** A case is closed; its evidence is kept. */
  case_evidence: { ...internal, counting: 'keep', actor: 'retailer', roles: ['care'] },
  /** A year ends, or two of a small supplier; the service is evaluated. */
  care_evaluation: { ...internal, counting: 'by', actor: 'retailer', roles: ['care'] },
  /** A quarter ends; its complaints are sent to the regulator by type. */
  complaint_table: { ...internal, counting: 'by', actor: 'retailer', roles: ['care'] },
  /** The service was evaluated; the evaluation is kept. */
  evaluation_evidence: { ...internal, counting: 'keep', actor: 'retailer', roles: ['care'] },
  /** Somebody asked for the recording of a sales call. */
  call_recording: { ...care, counting: 'by', actor: 'retailer', recorded: { about: 'customer' } },
  /** Electricity or gas was contracted; the distributor is asked for the switch. */
  switch_request: { ...internal, counting: 'by', actor: 'retailer', roles: ['care', 'sales'] },
  /** Electricity or gas was contracted; the supply is switched. */
  supply_switch: { ...care, counting: 'by', actor: 'distributor', roles: ['care', 'sales'] },
  /** The distributor accepted a switch; its technical part is done. */
  switch_activation: { ...internal, counting: 'by', actor: 'distributor', roles: ['care', 'sales'] },
  /** A switch that nobody asked for is to be undone; the distributor is asked to put the supply back. */
  switch_undo: { ...internal, counting: 'by', actor: 'retailer', roles: ['care', 'sales'] },
  /** A contract was made at a distance; its customer may withdraw. */
  withdrawal: { ...care, counting: 'until', actor: 'customer' },
  /** An identity was checked; a contract may be signed with it. */
  identification: { ...internal, counting: 'by', actor: 'customer', roles: ['care', 'sales'] },
  /** A switch or contract was consented to; summary, contract and evidence are kept. */
  contract_evidence: { ...internal, counting: 'keep', actor: 'retailer', roles: ['care', 'sales'] },
  /** A customer left; the account is closed by a last bill. */
  closing_bill: { ...care, counting: 'by', actor: 'retailer', roles: ['care', 'money'] },
  /** A customer left; the outgoing retailer receives the last reading. */
  last_reading: { ...internal, counting: 'by', actor: 'distributor', roles: ['care'] },
  /** A contract is to end; the distributor is told before. */
  contract_end: { ...care, counting: 'ahead', actor: 'retailer', recorded: { about: 'contract' } },
  /** Another power was ordered; it is in force. */
  power_change: { ...care, counting: 'by', actor: 'distributor' },
  /** A power was changed; another change may be refused until then. */
  next_power_change: { ...care, counting: 'not_before', actor: 'customer' },
  /** A meter could not be read; its customer reads it. */
  own_reading: { ...care, counting: 'by', actor: 'customer', recorded: { about: 'contract' } },
  /** A meter was read; it is read again. */
  meter_reading: { ...care, counting: 'by', actor: 'distributor' },
  /** A remote reading failed; the meter is read on site. */
  actual_reading: { ...care, counting: 'by', actor: 'distributor' },
  /** Consumption was billed by an estimated reading; what was really consumed is billed. */
  actual_billing: { ...care, counting: 'by', actor: 'retailer', roles: ['care', 'money'] },
  /** Too little was billed; it is billed up to then, and nothing that is older. */
  underbilling_correction: {
    ...{ ...internal, counting: 'by', actor: 'retailer', roles: ['money', 'care'] },
    recorded: { about: 'contract', topics: ['retailer', 'distributor'] },
  },
  /** Too much was billed; it is given back whole, with interest. */
  overbilling_refund: {
    ...{ ...care, counting: 'by', actor: 'retailer', roles: ['money', 'care'] },
    recorded: { about: 'contract' },
  },
  /** What was billed too little is billed; its customer pays it by month, up to then. */
  underbilling_parts: { ...internal, counting: 'by', actor: 'customer', roles: ['money', 'care'] },
  /** Another power for a while is to begin; it is asked for before. */
  temporary_power_request: {
    ...{ ...internal, counting: 'ahead', actor: 'customer', roles: ['care'] },
    recorded: { about: 'contract' },
  },
  /** A customer gave up their social bonus; the regulator is told of them, with the others of the month. */
  social_bonus_report: { ...internal, counting: 'by', actor: 'retailer', roles: ['care'] },
  /** Terms or prices of a contract change; its customer is told before. */
  terms_change_notice: { ...care, counting: 'ahead', actor: 'retailer', roles: ['sales', 'care'] },
  price_revision_notice: { ...care, counting: 'ahead', actor: 'retailer', roles: ['sales', 'care'] },
  /** A contract renews, a promotion ends, or the penalty for leaving does; its customer is told before. */
  renewal_notice: { ...care, counting: 'ahead', actor: 'retailer', roles: ['sales', 'care'] },
  promotion_end_notice: { ...care, counting: 'ahead', actor: 'retailer', roles: ['sales', 'care'] },
  penalty_end_notice: { ...care, counting: 'ahead', actor: 'retailer', roles: ['sales', 'care'] },
  /** A customer let others have their curve. */
  curve_consent: { ...care, counting: 'by', actor: 'customer' },
  /** An ombudsman has a dispute. */
  ombudsman_decision: { ...care, counting: 'by', actor: 'retailer', recorded: { about: 'contract' } },
  /** A debt is paid in parts; its customer pays one by its day. */
  plan_part: { ...care, counting: 'by', actor: 'customer', roles: ['money', 'care'] },
  /** A customer has declared that a supply is not to be cut off; it is answered, anew once what was missing has come. */
  declaration_answer: { ...care, counting: 'by', actor: 'retailer', roles: ['money'], resumption: 'restart' },
  /** A declaration lacks something; its customer completes it. */
  declaration_completion: { ...care, counting: 'by', actor: 'customer', roles: ['money'] },
  /** A demand for payment was not delivered; a second one follows. */
  repeated_demand: { ...internal, counting: 'by', actor: 'retailer', roles: ['money'] },
  /** A demand was delivered; the community is told of the household. */
  community_list: { ...internal, counting: 'by', actor: 'retailer', roles: ['money'] },
  /** A demand was delivered; the supply may be suspended from a day on. */
  suspension: { ...care, counting: 'not_before', actor: 'retailer', roles: ['money', 'care'] },
  /** A supply is to be suspended; its customer is told the day. */
  suspension_notice: { ...care, counting: 'ahead', actor: 'retailer', roles: ['money', 'care'] },
  /** A debt was paid after a suspension; the distributor is asked for the power, which is back. */
  reconnection_request: { ...internal, counting: 'by', actor: 'retailer', roles: ['money', 'care'] },
  reconnection: { ...care, counting: 'by', actor: 'distributor', roles: ['money', 'care'] },
  /** A supply is suspended; its access contract may end. */
  access_contract_end: { ...internal, counting: 'not_before', actor: 'retailer', roles: ['money'] },
  /** A direct debit was collected; its payer may have it back. */
  debit_refund: { ...internal, counting: 'until', actor: 'customer', roles: ['money'] },
  /** A mandate was used; it lapses unless it is used again. */
  mandate: { ...internal, counting: 'by', actor: 'retailer', roles: ['money'] },
  /** A new supply, more power or a meter was asked for; the distributor makes an offer, or connects it. */
  connection_offer: {
    ...{ ...care, counting: 'by', actor: 'distributor' },
    recorded: { about: 'customer', topics: ['low_voltage'], isPowerAsked: true },
  },
  connection: {
    ...{ ...care, counting: 'by', actor: 'distributor' },
    recorded: { about: 'customer', topics: ['no_extension', 'extension', 'transformer', 'meter'] },
  },
  /** A person asked for erasure or for a copy of their data. */
  erasure_answer: { ...care, counting: 'by', actor: 'retailer', roles: [] },
  data_export: { ...care, counting: 'by', actor: 'retailer', roles: [] },
  /** A document waits for a signature. */
  signature: { ...care, counting: 'by', actor: 'customer', roles: ['care', 'sales'] },
  /** Money of a wallet expires; its holder is told before. */
  credit_expiry_notice: { ...care, counting: 'ahead', actor: 'retailer', roles: ['money', 'care'] },
} as const satisfies Record<string, DutyKindRule>

export type DutyKind = keyof typeof dutyKinds

/** The duty that begins, about the same subject, once one was done. */
export const followingKinds: { readonly [Kind in DutyKind]?: DutyKind } = { care_evaluation: 'evaluation_evidence' }

/** The kinds whose event operators record. */
export const recordedKinds = (Object.keys(dutyKinds) as DutyKind[]).filter((kind) => ruleOf(kind).recorded)

/** The kinds of which nothing is to be done: somebody may act until a day, or something is kept until then. */
export const lapsingKinds = (Object.keys(dutyKinds) as DutyKind[]).filter((kind) =>
  ['until', 'keep'].includes(ruleOf(kind).counting),
)

/** Returns the rule of a kind of duty. */
export function ruleOf(kind: DutyKind): DutyKindRule {
  return dutyKinds[kind]
}

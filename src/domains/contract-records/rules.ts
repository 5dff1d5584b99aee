/** Why a case stops the suspension of a supply: it is a complaint about its reason, or a body out of court has that. */
export const caseStopReasons = ['complaint', 'dispute_body'] as const
export type CaseStopReason = (typeof caseStopReasons)[number]

/**
 * Why a supply is not suspended: a case, an essential supply, what was declared of it and is being checked, the social
 * bonus that was asked for, or a plan of parts.
 */
export const suspensionStopReasons = [
  ...caseStopReasons,
  ...(['essential_supply', 'social_bonus_request', 'payment_plan', 'declaration'] as const),
] as const
export type SuspensionStopReason = (typeof suspensionStopReasons)[number]

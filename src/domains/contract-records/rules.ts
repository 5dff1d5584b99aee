/** Why a supply is not suspended: a complaint about the reason of it, or a body out of court that has that. */
export const suspensionStopReasons = ['complaint', 'dispute_body'] as const
export type SuspensionStopReason = (typeof suspensionStopReasons)[number]

import type { OperatorRole } from '#kit/operator-role.ts'

/** The roles, besides administrators, that may export subscriber addresses. */
export const subscriberRoles = ['sales'] as const satisfies readonly OperatorRole[]

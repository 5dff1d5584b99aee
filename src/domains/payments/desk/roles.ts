import type { OperatorRole } from '#kit/operator-role.ts'

/** The roles, besides administrators, that may refund payments and resolve unclear ones. */
export const paymentRoles = ['money'] as const satisfies readonly OperatorRole[]

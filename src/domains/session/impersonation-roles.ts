import type { OperatorRole } from '#kit/operator-role.ts'

/**
 * The operator roles that may impersonate a customer, besides administrators. An impersonation ends when the operator
 * loses the role.
 */
export const impersonationRoles = ['care'] as const satisfies readonly OperatorRole[]

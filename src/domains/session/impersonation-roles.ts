import type { OperatorRole } from '#kit/operator-role.ts'

/** Who of the operators, besides administrators, may look at the portal as a customer sees it, and goes on only as long as they may. */
export const impersonationRoles = ['care'] as const satisfies readonly OperatorRole[]

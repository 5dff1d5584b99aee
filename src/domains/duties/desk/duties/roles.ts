import type { OperatorRole } from '#kit/operator-role.ts'

/** The roles that see some kinds of duties; each kind says which of them see it. */
export const dutyRoles = ['care', 'sales', 'money'] as const satisfies readonly OperatorRole[]

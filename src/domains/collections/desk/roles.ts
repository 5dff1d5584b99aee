import type { OperatorRole } from '#kit/operator-role.ts'

/** The roles, besides administrators, that act on debts. */
export const debtRoles = ['money'] as const satisfies readonly OperatorRole[]

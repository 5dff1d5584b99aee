import type { OperatorRole } from '#kit/operator-role.ts'

/** The roles, besides administrators, that act on returned debits. */
export const returnRoles = ['money'] as const satisfies readonly OperatorRole[]

import type { OperatorRole } from '#kit/operator-role.ts'

/** The roles, besides administrators, that may name and deactivate futures. */
export const futureRoles = ['money'] as const satisfies readonly OperatorRole[]

import type { OperatorRole } from '#kit/operator-role.ts'

/** The roles, besides administrators, that decide about compensations, which are money. */
export const compensationRoles = ['money'] as const satisfies readonly OperatorRole[]

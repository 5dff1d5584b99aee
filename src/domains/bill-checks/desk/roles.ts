import type { OperatorRole } from '#kit/operator-role.ts'

/** The roles, besides administrators, that decide on held bills. */
export const holdRoles = ['money'] as const satisfies readonly OperatorRole[]

import type { OperatorRole } from '#kit/operator-role.ts'

/** The roles, besides administrators, that may enter the regulated prices used in bill calculations. */
export const regulatedPriceRoles = ['money'] as const satisfies readonly OperatorRole[]

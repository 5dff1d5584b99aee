import type { OperatorRole } from '#kit/operator-role.ts'

/** The roles, besides administrators, that may manage products. */
export const productRoles = ['sales'] as const satisfies readonly OperatorRole[]
/** The roles, besides administrators, that may manage prices. */
export const priceRoles = ['money'] as const satisfies readonly OperatorRole[]

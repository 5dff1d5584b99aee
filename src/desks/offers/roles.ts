import type { OperatorRole } from '#kit/operator-role.ts'

/** Who, besides administrators, says what is sold. */
export const productRoles = ['sales'] as const satisfies readonly OperatorRole[]
/** Who, besides administrators, says at which prices. */
export const priceRoles = ['money'] as const satisfies readonly OperatorRole[]

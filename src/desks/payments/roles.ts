import type { OperatorRole } from '#kit/operator-role.ts'

/** Who, besides administrators, gives back payments and settles what is unclear about them. */
export const paymentRoles = ['money'] as const satisfies readonly OperatorRole[]

import type { OperatorRole } from '#kit/operator-role.ts'

/** Who, besides administrators, takes along the addresses of subscribers. */
export const subscriberRoles = ['sales'] as const satisfies readonly OperatorRole[]

import type { OperatorRole } from '#kit/operator-role.ts'

/** Who, besides administrators, names futures and switches them off. */
export const futureRoles = ['money'] as const satisfies readonly OperatorRole[]

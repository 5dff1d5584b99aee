import type { OperatorRole } from '#kit/operator-role.ts'

/** Who, besides administrators, enters the figures that bills are counted with. */
export const figureRoles = ['money'] as const satisfies readonly OperatorRole[]

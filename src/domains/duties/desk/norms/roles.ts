import type { OperatorRole } from '#kit/operator-role.ts'

/** The roles, besides administrators, that may enter norms and holidays, by which every term is counted. */
export const calendarRoles = [] as const satisfies readonly OperatorRole[]

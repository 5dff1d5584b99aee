import { Refused } from './refusal.ts'

/** The roles of operators. An administrator may make every call. */
export const operatorRoles = ['care', 'sales', 'content', 'money', 'administrator'] as const
export type OperatorRole = (typeof operatorRoles)[number]

/**
 * The operators that may do something: those with one of these roles and administrators, or every signed-in operator.
 */
export type AllowedOperators = readonly OperatorRole[] | 'everyOperator'

/** The refusal code for an operator without the required role. */
export const roleRequired = 'role_required'

/** Checks whether an operator with these roles is allowed. */
export function isAllowed(roles: readonly OperatorRole[], allowed: AllowedOperators): boolean {
  return allowed === 'everyOperator' || rolesFor(allowed).some((role) => roles.includes(role))
}

/** @throws Refused (403 `role_required`, naming the roles) when the operator has none of the allowed roles. */
export function requireRole({ roles }: { roles: readonly OperatorRole[] }, allowed: AllowedOperators) {
  if (isAllowed(roles, allowed)) return
  throw new Refused(roleRequired, 403, { extra: { roles: allowed === 'everyOperator' ? [] : rolesFor(allowed) } })
}

/** Returns the roles that are each sufficient, in the order in which roles are listed. */
export function rolesFor(allowed: readonly OperatorRole[]): OperatorRole[] {
  return operatorRoles.filter((role) => role === 'administrator' || allowed.includes(role))
}

import { Refused } from './refusal.ts'

/** What an operator may be there for. An administrator may make every call. */
export const operatorRoles = ['care', 'sales', 'content', 'money', 'administrator'] as const
export type OperatorRole = (typeof operatorRoles)[number]

/** Who of the operators may do something: whoever has one of these roles, besides administrators, or everyone signed in. */
export type AllowedOperators = readonly OperatorRole[] | 'everyOperator'

/** The code of what an operator is refused whose roles do not include it. */
export const roleRequired = 'role_required'

/** Whether an operator with these roles is among those who may. */
export function isAllowed(roles: readonly OperatorRole[], allowed: AllowedOperators): boolean {
  return allowed === 'everyOperator' || rolesFor(allowed).some((role) => roles.includes(role))
}

/** @throws Refused (403 `role_required`, naming the roles) when an operator is not among those who may. */
export function requireRole({ roles }: { roles: readonly OperatorRole[] }, allowed: AllowedOperators) {
  if (isAllowed(roles, allowed)) return
  throw new Refused(roleRequired, 403, { extra: { roles: allowed === 'everyOperator' ? [] : rolesFor(allowed) } })
}

/** The roles each of which is enough where these may do something, in the order in which roles are listed. */
export function rolesFor(allowed: readonly OperatorRole[]): OperatorRole[] {
  return operatorRoles.filter((role) => role === 'administrator' || allowed.includes(role))
}

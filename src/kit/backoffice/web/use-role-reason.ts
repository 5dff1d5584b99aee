import { useLocale, useTranslations } from 'use-intl'
import { type AllowedOperators, isAllowed, type OperatorRole, rolesFor } from '../../operator-role.ts'
import { useBoot } from '../../web/portal.ts'

/**
 * Returns why an action is disabled for the current operator, naming the required roles. Returns undefined if they have
 * one of them.
 */
export function useRoleDisabledReason(allowed: AllowedOperators): string | undefined {
  const { roles = [] } = useBoot()
  const textOf = useRoleRequiredText()
  return isAllowed(roles, allowed) || allowed === 'everyOperator' ? undefined : textOf(rolesFor(allowed))
}

/** Returns a function for the text that names the required roles, any of which is enough. */
export function useRoleRequiredText(): (roles: readonly OperatorRole[]) => string {
  const t = useTranslations('operator-area')
  const locale = useLocale()
  return (roles) => {
    const names = roles.map((role) => t(`roles.${role}`))
    return t('refusals.role_required', { roles: new Intl.ListFormat(locale, { type: 'disjunction' }).format(names) })
  }
}

import { useLocale, useTranslations } from 'use-intl'
import { type AllowedOperators, isAllowed, type OperatorRole, rolesFor } from '#kit/operator-role.ts'
import { useBoot } from '#kit/web/portal.ts'

/** Why something is not for the operator who is signed in: which roles it takes. Undefined where they have one. */
export function useRoleReason(allowed: AllowedOperators): string | undefined {
  const { roles = [] } = useBoot()
  const sentenceOf = useRoleSentence()
  return isAllowed(roles, allowed) || allowed === 'everyOperator' ? undefined : sentenceOf(rolesFor(allowed))
}

/** Says which roles something takes, any of which is enough. */
export function useRoleSentence(): (roles: readonly OperatorRole[]) => string {
  const t = useTranslations('operator-area')
  const locale = useLocale()
  return (roles) => {
    const names = roles.map((role) => t(`roles.${role}`))
    return t('refusals.role_required', { roles: new Intl.ListFormat(locale, { type: 'disjunction' }).format(names) })
  }
}

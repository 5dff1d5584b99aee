import { useLocale, useTranslations } from 'use-intl'
import type { OperatorRole } from '#kit/operator-role.ts'

/** Returns functions for the names of roles in the page language, single and as a list. */
export function useRoleNames() {
  const nameOf = useTranslations('operator-area.roles')
  const locale = useLocale()
  return {
    nameOf: (role: OperatorRole) => nameOf(role),
    listOf: (roles: readonly OperatorRole[]) => new Intl.ListFormat(locale).format(roles.map((role) => nameOf(role))),
  }
}

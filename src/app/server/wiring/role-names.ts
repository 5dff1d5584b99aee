import type { OperatorRole } from '#kit/operator-role.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { translator } from '../texts/texts.ts'

/**
 * Returns the names of operator roles in a language: joined with "and", or with "or" where any is enough
 * (`disjunction`).
 */
export function roleNames(
  locale: Locale,
  roles: readonly OperatorRole[],
  type: 'conjunction' | 'disjunction' = 'conjunction',
): string {
  const nameOf = translator(locale, 'operator-area.roles')
  return new Intl.ListFormat(locale, { type }).format(roles.map((role) => nameOf(role)))
}

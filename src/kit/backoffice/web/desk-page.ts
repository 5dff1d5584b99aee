import type { AllowedOperators } from '../../operator-role.ts'
import { type Page, page } from '../../web/page.ts'

type DeskPageDefinition = Omit<Page, 'paths' | 'protection' | 'frame' | 'roles'> &
  Partial<Pick<Page, 'frame'>> &
  DeskPageAccess
/** Private back-office pages declare the roles that may open them. */
type DeskPageAccess = { protection: 'public' | 'unprotected' } | { protection?: 'private'; roles: AllowedOperators }

/**
 * Defines a back-office page: for operators only and in their layout by default, at the same path in every language.
 */
export function deskPage(definition: DeskPageDefinition): Page {
  const { path } = definition
  return page({ protection: 'private', frame: 'app', ...definition, paths: { ca: path, es: path } })
}

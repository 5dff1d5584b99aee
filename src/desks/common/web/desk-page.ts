import type { AllowedOperators } from '#kit/operator-role.ts'
import { type Page, page } from '#kit/web/page.ts'

type DeskPage = Omit<Page, 'paths' | 'protection' | 'frame' | 'roles'> & Partial<Pick<Page, 'frame'>> & ForWhom
/** A page of operators says which of them it is for. */
type ForWhom = { protection: 'public' | 'unprotected' } | { protection?: 'private'; roles: AllowedOperators }

/** A screen of the operator's area: for operators only and in their frame unless it says otherwise, at one path in every language. */
export function deskPage(definition: DeskPage): Page {
  const { path } = definition
  return page({ protection: 'private', frame: 'office', ...definition, paths: { ca: path, es: path } })
}

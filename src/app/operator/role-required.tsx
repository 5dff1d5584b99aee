import { useTranslations } from 'use-intl'
import { useRoleRequiredText } from '#kit/backoffice/web/use-role-reason.ts'
import { type AllowedOperators, type OperatorRole, rolesFor } from '#kit/operator-role.ts'
import { ButtonLink } from '#kit/web/action/button.tsx'
import { EmptyState } from '#kit/web/feedback/empty-state.tsx'

type RoleRequiredProps = { allowed: AllowedOperators; own: readonly OperatorRole[] }

/** Replaces a page that the operator's roles do not allow: shows which roles it requires, and whom to ask. */
export function RoleRequired({ allowed, own }: RoleRequiredProps) {
  const t = useTranslations('operator-area')
  const sentenceOf = useRoleRequiredText()
  const names = own.map((role) => t(`roles.${role}`)).join(', ')
  return (
    <>
      <h1>{t('roleRequired.title')}</h1>
      <EmptyState title={sentenceOf(rolesFor(allowed === 'everyOperator' ? [] : allowed))}>
        {own.length ? t('roleRequired.own', { roles: names }) : t('roleRequired.none')}
      </EmptyState>
      <div>
        <ButtonLink variant="second" href="/operator">
          {t('roleRequired.today')}
        </ButtonLink>
      </div>
    </>
  )
}

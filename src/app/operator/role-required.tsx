import { useTranslations } from 'use-intl'
import { useRoleSentence } from '#desks/common/web/use-role-reason.ts'
import { type AllowedOperators, type OperatorRole, rolesFor } from '#kit/operator-role.ts'
import { Empty } from '#kit/web/absence.tsx'
import { ButtonLink } from '#kit/web/button.tsx'

type RoleRequiredProps = { allowed: AllowedOperators; own: readonly OperatorRole[] }

/** In place of a page that is not for the roles of whoever opened it: which it takes, and whom to ask. */
export function RoleRequired({ allowed, own }: RoleRequiredProps) {
  const t = useTranslations('operator-area')
  const sentenceOf = useRoleSentence()
  const names = own.map((role) => t(`roles.${role}`)).join(', ')
  return (
    <>
      <h1>{t('roleRequired.title')}</h1>
      <Empty title={sentenceOf(rolesFor(allowed === 'everyOperator' ? [] : allowed))}>
        {own.length ? t('roleRequired.own', { roles: names }) : t('roleRequired.none')}
      </Empty>
      <div>
        <ButtonLink variant="second" href="/operator">
          {t('roleRequired.today')}
        </ButtonLink>
      </div>
    </>
  )
}

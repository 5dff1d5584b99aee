import { useTranslations } from 'use-intl'
import { type OperatorRole, operatorRoles } from '#kit/operator-role.ts'
import { Checkbox } from '#kit/web/checkbox.tsx'
import { FieldError } from '#kit/web/field.tsx'
import { useRoleNames } from './use-role-names.ts'

const field = 'roles'

/** The roles that are ticked in a form. */
export function rolesTicked(typed: FormData): OperatorRole[] {
  const ticked = typed.getAll(field)
  return operatorRoles.filter((role) => ticked.includes(role))
}

/** What an operator may be there for, each role with what it allows. */
export function RoleBoxes({ present = [], error }: { present?: readonly OperatorRole[]; error?: string | undefined }) {
  const t = useTranslations('desk-operators.list')
  const { nameOf } = useRoleNames()
  return (
    <fieldset className="stack">
      <legend>{t('roles')}</legend>
      <p className="note">{t('rolesHint')}</p>
      {error && <FieldError id="roles-error">{error}</FieldError>}
      {operatorRoles.map((role) => (
        <Checkbox
          key={role}
          name={field}
          value={role}
          label={nameOf(role)}
          hint={t(`duties.${role}`)}
          defaultChecked={present.includes(role)}
        />
      ))}
    </fieldset>
  )
}

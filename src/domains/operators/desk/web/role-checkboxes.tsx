import { useTranslations } from 'use-intl'
import { type OperatorRole, operatorRoles } from '#kit/operator-role.ts'
import { Checkbox } from '#kit/web/form/checkbox.tsx'
import { FieldError } from '#kit/web/form/field.tsx'
import { useRoleNames } from './use-role-names.ts'

const field = 'roles'

/** Reads the selected roles of a form. */
export function readRoles(formData: FormData): OperatorRole[] {
  const checked = formData.getAll(field)
  return operatorRoles.filter((role) => checked.includes(role))
}

/** The roles of an operator as checkboxes, each with a description of what it allows. */
export function RoleCheckboxes({
  current = [],
  error,
}: {
  current?: readonly OperatorRole[]
  error?: string | undefined
}) {
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
          defaultChecked={current.includes(role)}
        />
      ))}
    </fieldset>
  )
}

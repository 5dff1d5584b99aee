import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormDialog } from '#kit/backoffice/web/form-dialog.tsx'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import type { OperatorRole } from '#kit/operator-role.ts'
import { useSend } from '#kit/web/portal.ts'
import type { ListedOperator } from '../api.ts'
import { operatorsKey } from './queries.ts'
import { RoleCheckboxes, readRoles } from './role-checkboxes.tsx'
import { useRoleNames } from './use-role-names.ts'

/** Edits the roles of an operator. */
export function RolesDialog({ operator, onClose }: { operator: ListedOperator; onClose: () => void }) {
  const t = useTranslations('desk-operators.list')
  const { listOf } = useRoleNames()
  const send = useSend()
  const [isEmpty, setEmpty] = useState(false)
  const {
    run,
    isBusy,
    failure,
    changed: conflict,
    errorOf,
  } = useAction({
    desk: 'desk-operators',
    seen: operator,
    invalidatedKey: operatorsKey,
    successMessage: () => t('rolesSaved'),
    action: async (roles: OperatorRole[], version: string) => {
      const { saveRoles } = await import('../api.ts')
      await send(saveRoles, { params: { id: String(operator.id) }, body: { roles, version } })
    },
    onDone: onClose,
  })
  const withRoleNames = (value: object) => ({ roles: listOf((value as Pick<ListedOperator, 'roles'>).roles) })

  function save(formData: FormData) {
    const roles = readRoles(formData)
    setEmpty(roles.length === 0)
    if (roles.length) run(roles)
  }

  return (
    <FormDialog
      title={t('rolesTitle', { name: operator.name })}
      submit={t('saveRoles')}
      cancel={t('cancel')}
      conflict={conflict && { seen: withRoleNames(conflict.seen), current: withRoleNames(conflict.current) }}
      {...{ isBusy, failure, onClose }}
      onSubmit={save}
    >
      <p>{t('rolesAbout')}</p>
      <RoleCheckboxes current={operator.roles} error={isEmpty ? t('rolesRequired') : errorOf('roles')} />
    </FormDialog>
  )
}

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormDialog } from '#desks/common/web/form-dialog.tsx'
import { useAct } from '#desks/common/web/use-act.ts'
import type { OperatorRole } from '#kit/operator-role.ts'
import { useSend } from '#kit/web/portal.ts'
import type { ListedOperator } from '../api.ts'
import { operatorsKey } from './queries.ts'
import { RoleBoxes, rolesTicked } from './role-boxes.tsx'
import { useRoleNames } from './use-role-names.ts'

/** Changes what an operator may do. */
export function RolesDialog({ operator, onClose }: { operator: ListedOperator; onClose: () => void }) {
  const t = useTranslations('desk-operators.list')
  const { listOf } = useRoleNames()
  const send = useSend()
  const [isEmpty, setEmpty] = useState(false)
  const { go, isBusy, failure, changed, errorOf } = useAct({
    desk: 'desk-operators',
    seen: operator,
    stale: operatorsKey,
    done: () => t('rolesSaved'),
    act: async (roles: OperatorRole[], version: string) => {
      const { saveRoles } = await import('../api.ts')
      await send(saveRoles, { params: { id: String(operator.id) }, body: { roles, version } })
    },
    onDone: onClose,
  })
  const inWords = (value: object) => ({ roles: listOf((value as Pick<ListedOperator, 'roles'>).roles) })

  function save(typed: FormData) {
    const roles = rolesTicked(typed)
    setEmpty(roles.length === 0)
    if (roles.length) go(roles)
  }

  return (
    <FormDialog
      title={t('rolesTitle', { name: operator.name })}
      submit={t('saveRoles')}
      cancel={t('cancel')}
      changed={changed && { seen: inWords(changed.seen), current: inWords(changed.current) }}
      {...{ isBusy, failure, onClose }}
      onSubmit={save}
    >
      <p>{t('rolesAbout')}</p>
      <RoleBoxes present={operator.roles} error={isEmpty ? t('rolesRequired') : errorOf('roles')} />
    </FormDialog>
  )
}

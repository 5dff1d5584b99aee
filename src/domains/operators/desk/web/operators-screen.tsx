import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { listPage, loadListPage } from '#kit/backoffice/web/list-page.ts'
import { ListPageView } from '#kit/backoffice/web/list-page-view.tsx'
import { useOpenDialog } from '#kit/backoffice/web/use-open-dialog.ts'
import { Button } from '#kit/web/action/button.tsx'
import { Badge } from '#kit/web/display/badge.tsx'
import { plus } from '#kit/web/graphics/icons.ts'
import { useSend } from '#kit/web/portal.ts'
import type { ListedOperator } from '../api.ts'
import { operatorStates } from '../rules.ts'
import { type AccessChange, AccessChangeDialog } from './access-change-dialog.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { operatorsQuery, ownAccountQuery } from './queries.ts'
import { RolesDialog } from './roles-dialog.tsx'
import { useRoleNames } from './use-role-names.ts'

type OperatorChange = AccessChange | { kind: 'roles'; operator: ListedOperator }

const tones = { active: 'positive', invited: 'notice', closed: 'plain' } as const

/** The operators of the portal and their access. */
const operatorsPage = listPage({
  path: '/operator/operators',
  texts: 'desk-operators.list',
  query: operatorsQuery,
  otherQueries: [ownAccountQuery],
  useControls: () => useOpenDialog<OperatorChange | { kind: 'invite' }>(),
  useActions: useOwnAccount,
  action: ({ t, controls }) => (
    <Button icon={plus} onClick={() => controls.open({ kind: 'invite' })}>
      {t('invite')}
    </Button>
  ),
  filters: {
    state: { label: 'state', any: 'anyState', values: operatorStates, nameOf: (state, t) => t(`states.${state}`) },
  },
  columns: [
    { header: 'name', kind: 'name', listPosition: 'title', cell: ({ name }) => name },
    { header: 'user', listPosition: 'second', cell: ({ login }) => login },
    { header: 'email', listPosition: 'note', cell: ({ email }) => email || '—' },
    {
      header: 'state',
      listPosition: 'titleEnd',
      cell: ({ state }, { t }) => <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>,
    },
    {
      header: 'roles',
      listPosition: 'note',
      cell: ({ roles }, { t, actions }) => actions.listOf(roles) || t('noRoles'),
    },
    {
      header: 'lastSeen',
      listPosition: 'secondEnd',
      cell: ({ last_seen_at: seen }, { t, instant }) => (seen ? instant(seen) : t('never')),
    },
    {
      header: 'actions',
      kind: 'actions',
      listPosition: 'last',
      cell: (operator, { t, controls: { open: setChange }, actions }) =>
        operator.id === actions.ownId ? (
          <div className="line">
            <RolesButton {...{ operator, setChange }} />
            <span className="note">{t('you')}</span>
          </div>
        ) : (
          <OperatorActions {...{ operator, setChange }} />
        ),
    },
  ],
  rowKey: ({ id }) => id,
  dialog({ controls: { edit, close } }) {
    if (edit?.kind === 'invite') return <InviteDialog onClose={close} />
    if (edit?.kind === 'roles') return <RolesDialog operator={edit.operator} onClose={close} />
    return edit && <AccessChangeDialog change={edit} onClose={close} />
  },
})

export const load = loadListPage(operatorsPage)

export function OperatorsScreen() {
  return <ListPageView page={operatorsPage} />
}

function useOwnAccount() {
  const { data: own } = useSuspenseQuery(ownAccountQuery(useSend()))
  const { listOf } = useRoleNames()
  return { ownId: own.id, listOf }
}

type OperatorActionsProps = { operator: ListedOperator; setChange: (change: OperatorChange) => void }

function RolesButton({ operator, setChange }: OperatorActionsProps) {
  const t = useTranslations('desk-operators.list')
  return (
    <Button variant="quiet" isSmall onClick={() => setChange({ kind: 'roles', operator })}>
      {t('changeRoles')}
    </Button>
  )
}

function OperatorActions({ operator, setChange }: OperatorActionsProps) {
  const t = useTranslations('desk-operators.list')
  return (
    <div className="line">
      {operator.state !== 'closed' && <RolesButton {...{ operator, setChange }} />}
      {operator.email && (
        <Button variant="quiet" isSmall onClick={() => setChange({ kind: 'again', operator })}>
          {t('again')}
        </Button>
      )}
      {operator.state !== 'closed' && (
        <Button variant="quiet" isSmall onClick={() => setChange({ kind: 'close', operator })}>
          {t('close')}
        </Button>
      )}
    </div>
  )
}

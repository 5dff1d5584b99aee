import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { DeskList } from '#kit/backoffice/web/desk-list.tsx'
import { ListFilter } from '#kit/backoffice/web/list-filter.tsx'
import { ListTable } from '#kit/backoffice/web/list-table.tsx'
import { listViewOf, matchValue, useListView } from '#kit/backoffice/web/list-view.ts'
import { Button } from '#kit/web/action/button.tsx'
import { Badge } from '#kit/web/display/badge.tsx'
import { plus } from '#kit/web/graphics/icons.ts'
import type { Column } from '#kit/web/list/table.tsx'
import type { LoadContext, SearchParams } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { ListedOperator } from '../api.ts'
import { operatorStates } from '../rules.ts'
import { type AccessChange, AccessChangeDialog } from './access-change-dialog.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { type OperatorsView, operatorsQuery, ownAccountQuery } from './queries.ts'
import { RolesDialog } from './roles-dialog.tsx'
import { useRoleNames } from './use-role-names.ts'

const path = '/operator/operators'

export function load({ send, prefetch, search }: LoadContext) {
  return Promise.all([prefetch(operatorsQuery(send, viewOf(search))), prefetch(ownAccountQuery(send))])
}

/** The operators of the portal and their access. */
export function OperatorsScreen() {
  const t = useTranslations('desk-operators.list')
  const view = useListView(viewOf)
  const [isInviting, setInviting] = useState(false)
  return (
    <>
      <DeskList
        {...{ path, view }}
        texts={t}
        about={t('about')}
        hint={t('hint')}
        action={
          <Button icon={plus} onClick={() => setInviting(true)}>
            {t('invite')}
          </Button>
        }
        filters={
          <ListFilter
            name="state"
            label={t('state')}
            value={view.state}
            any={t('anyState')}
            options={operatorStates.map((state) => ({ value: state, label: t(`states.${state}`) }))}
          />
        }
      >
        <OperatorsTable view={view} />
      </DeskList>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </>
  )
}

const tones = { active: 'positive', invited: 'notice', closed: 'plain' } as const

function OperatorsTable({ view }: { view: OperatorsView }) {
  const t = useTranslations('desk-operators.list')
  const locale = useLocale()
  const { listOf } = useRoleNames()
  const send = useSend()
  const { data } = useSuspenseQuery(operatorsQuery(send, view))
  const { data: own } = useSuspenseQuery(ownAccountQuery(send))
  const [change, setChange] = useState<OperatorChange | null>(null)

  const columns: Column<ListedOperator>[] = [
    { key: 'name', header: t('name'), kind: 'name', listPosition: 'title', cell: ({ name }) => name },
    { key: 'login', header: t('user'), listPosition: 'second', cell: ({ login }) => login },
    { key: 'email', header: t('email'), listPosition: 'note', cell: ({ email }) => email || '—' },
    {
      key: 'state',
      header: t('state'),
      listPosition: 'titleEnd',
      cell: ({ state }) => <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>,
    },
    { key: 'roles', header: t('roles'), listPosition: 'note', cell: ({ roles }) => listOf(roles) || t('noRoles') },
    {
      key: 'lastSeen',
      header: t('lastSeen'),
      listPosition: 'secondEnd',
      cell: ({ last_seen_at: seen }) => (seen ? formatInstant(new Date(seen), locale) : t('never')),
    },
    {
      key: 'actions',
      header: t('actions'),
      kind: 'actions',
      listPosition: 'last',
      cell: (operator) =>
        operator.id === own.id ? (
          <div className="line">
            <RolesButton {...{ operator, setChange }} />
            <span className="note">{t('you')}</span>
          </div>
        ) : (
          <OperatorActions {...{ operator, setChange }} />
        ),
    },
  ]
  return (
    <>
      <ListTable {...{ path, view, columns }} texts={t} page={data} rowKey={({ id }) => id} />
      {change?.kind === 'roles' && <RolesDialog operator={change.operator} onClose={() => setChange(null)} />}
      {change && change.kind !== 'roles' && <AccessChangeDialog change={change} onClose={() => setChange(null)} />}
    </>
  )
}

type OperatorChange = AccessChange | { kind: 'roles'; operator: ListedOperator }
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

function viewOf(search: SearchParams): OperatorsView {
  return { ...listViewOf(search), state: matchValue(operatorStates, search.state) }
}

import { useSuspenseQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { ListPager } from '#desks/common/web/list-pager.tsx'
import { offsetOf } from '#desks/common/web/offset-of.ts'
import { SearchBox } from '#desks/common/web/search-box.tsx'
import { Empty } from '#kit/web/absence.tsx'
import { Button } from '#kit/web/button.tsx'
import { Chip } from '#kit/web/chip.tsx'
import { plus } from '#kit/web/icons.ts'
import { NativeSelect } from '#kit/web/native-select.tsx'
import type { LoadContext, Search } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { Retryable } from '#kit/web/retryable.tsx'
import { type Column, Table } from '#kit/web/table.tsx'
import type { ListedOperator } from '../api.ts'
import { operatorStates } from '../rules.ts'
import { type AccessChange, AccessDialog } from './access-dialog.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { type OperatorsView, operatorsQuery, ownAccountQuery } from './queries.ts'

const path = '/operator/operators'

export function load({ send, prefetch, search }: LoadContext) {
  return Promise.all([prefetch(operatorsQuery(send, viewOf(search))), prefetch(ownAccountQuery(send))])
}

/** Who keeps the portal, and who may come in. */
export function OperatorsScreen() {
  const t = useTranslations('desk-operators.list')
  const view = viewOf(useSearch({ strict: false }) as Search)
  const [isInviting, setInviting] = useState(false)
  return (
    <>
      <div className="line">
        <h1>{t('title')}</h1>
        <Button icon={plus} onClick={() => setInviting(true)}>
          {t('invite')}
        </Button>
      </div>
      <p className="lead">{t('about')}</p>
      <SearchBox label={t('label')} hint={t('hint')} submit={t('find')} value={view.q} path={path}>
        <NativeSelect
          key={`state ${view.state}`}
          name="state"
          label={t('state')}
          width="fit"
          defaultValue={view.state ?? ''}
          options={[
            { value: '', label: t('anyState') },
            ...operatorStates.map((state) => ({ value: state, label: t(`states.${state}`) })),
          ]}
        />
      </SearchBox>
      <Retryable title={t('failedTitle')} words={t('failedWords')} resetKey={JSON.stringify(view)}>
        <Operators view={view} />
      </Retryable>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </>
  )
}

const tones = { active: 'positive', invited: 'notice', closed: 'plain' } as const

function Operators({ view }: { view: OperatorsView }) {
  const t = useTranslations('desk-operators.list')
  const format = useFormatter()
  const send = useSend()
  const { data } = useSuspenseQuery(operatorsQuery(send, view))
  const { data: own } = useSuspenseQuery(ownAccountQuery(send))
  const [change, setChange] = useState<AccessChange | null>(null)

  if (!data.items.length)
    return (
      <Empty kind="filtered" title={t('noneTitle')}>
        {t('noneWords')}
      </Empty>
    )

  const columns: Column<ListedOperator>[] = [
    { key: 'name', header: t('name'), kind: 'name', place: 'title', cell: ({ name }) => name },
    { key: 'login', header: t('user'), place: 'second', cell: ({ login }) => login },
    { key: 'email', header: t('email'), place: 'note', cell: ({ email }) => email || '—' },
    {
      key: 'state',
      header: t('state'),
      place: 'titleEnd',
      cell: ({ state }) => <Chip tone={tones[state]}>{t(`states.${state}`)}</Chip>,
    },
    {
      key: 'lastSeen',
      header: t('lastSeen'),
      place: 'secondEnd',
      cell: ({ last_seen_at: seen }) =>
        seen ? format.dateTime(new Date(seen), { dateStyle: 'medium', timeStyle: 'short' }) : t('never'),
    },
    {
      key: 'actions',
      header: t('actions'),
      kind: 'actions',
      place: 'last',
      cell: (operator) =>
        operator.id === own.id ? <span className="note">{t('you')}</span> : <Actions {...{ operator, setChange }} />,
    },
  ]
  const { q, state, offset } = view
  return (
    <>
      <Table caption={t('caption')} columns={columns} rows={data.items} rowKey={({ id }) => id} />
      <ListPager path={path} view={{ q, ...(state ? { state } : {}) }} offset={offset} total={data.total} />
      {change && <AccessDialog change={change} onClose={() => setChange(null)} />}
    </>
  )
}

function Actions({ operator, setChange }: { operator: ListedOperator; setChange: (change: AccessChange) => void }) {
  const t = useTranslations('desk-operators.list')
  return (
    <div className="line">
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

function viewOf(search: Search): OperatorsView {
  const { q = '', state } = search
  return { q: q.trim(), state: operatorStates.find((each) => each === state), offset: offsetOf(search) }
}

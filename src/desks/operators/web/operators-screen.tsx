import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { Button } from '#kit/web/button.tsx'
import { Chip } from '#kit/web/chip.tsx'
import { plus } from '#kit/web/icons.ts'
import type { LoadContext } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { Retryable } from '#kit/web/retryable.tsx'
import { type Column, Table } from '#kit/web/table.tsx'
import type { ListedOperator } from '../api.ts'
import { type AccessChange, AccessDialog } from './access-dialog.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { operatorsQuery, ownAccountQuery } from './queries.ts'

export function load({ send, prefetch }: LoadContext) {
  return Promise.all([prefetch(operatorsQuery(send)), prefetch(ownAccountQuery(send))])
}

/** Who keeps the portal, and who may come in. */
export function OperatorsScreen() {
  const t = useTranslations('desk-operators.list')
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
      <Retryable title={t('failedTitle')} words={t('failedWords')} resetKey="operators">
        <Operators />
      </Retryable>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </>
  )
}

const tones = { active: 'positive', invited: 'notice', closed: 'plain' } as const

function Operators() {
  const t = useTranslations('desk-operators.list')
  const format = useFormatter()
  const send = useSend()
  const { data: operators } = useSuspenseQuery(operatorsQuery(send))
  const { data: own } = useSuspenseQuery(ownAccountQuery(send))
  const [change, setChange] = useState<AccessChange | null>(null)

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
  return (
    <>
      <Table caption={t('caption')} columns={columns} rows={operators} rowKey={({ id }) => id} />
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

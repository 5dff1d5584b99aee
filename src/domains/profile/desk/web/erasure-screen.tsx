import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import { DownloadRow } from '#kit/web/action/download-row.tsx'
import { paperBlank } from '#kit/web/graphics/icons.ts'
import { DescriptionItem, DescriptionList } from '#kit/web/list/description-list.tsx'
import { RowList } from '#kit/web/list/row-list.tsx'
import { type Column, Table } from '#kit/web/list/table.tsx'
import { BackLink } from '#kit/web/navigation/back-link.tsx'
import type { LoadContext } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { formatDay } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { ErasureRequestDetails } from '../api.ts'
import { downloadErasureRecord } from '../downloads.ts'
import { CarryOutErasureDialog, RefuseErasureDialog } from './erasure-dialogs.tsx'
import { ErasureStateBadge } from './erasure-state-badge.tsx'
import { erasureQuery } from './queries.ts'

export function load({ send, prefetch, params }: LoadContext) {
  return prefetch(erasureQuery(send, params.id!))
}

/** An erasure request: the requester, the obstacles, the effect on each table, and the possible decisions. */
export function ErasureScreen() {
  const t = useTranslations('desk-profile')
  const { id } = useParams({ strict: false }) as { id: string }
  const { data: request } = useSuspenseQuery(erasureQuery(useSend(), id))
  const [dialog, setDialog] = useState<'carryOut' | 'refuse' | null>(null)
  const isOpen = request.state === 'requested' || request.state === 'in_review'
  const close = () => setDialog(null)
  return (
    <>
      <div>
        <BackLink href="/operator/erasures">{t('one.back')}</BackLink>
        <div className="line">
          <h1>{t('one.heading', { number: String(request.id) })}</h1>
          <ErasureStateBadge state={request.state} />
        </div>
      </div>
      <ErasureFacts request={request} />
      <ErasureObstacles request={request} />
      <PlannedTablesSection request={request} />
      {request.erased_at && (
        <RowList>
          <DownloadRow
            call={downloadErasureRecord}
            params={{ id }}
            glyph={paperBlank}
            title={t('one.record')}
            detail={t('one.recordDetail')}
          />
        </RowList>
      )}
      {isOpen && (
        <div className="line">
          {request.obstacles.length === 0 && (
            <Button onClick={() => setDialog('carryOut')}>{t('actions.carryOut')}</Button>
          )}
          <Button variant="second" onClick={() => setDialog('refuse')}>
            {t('actions.refuse')}
          </Button>
        </div>
      )}
      {dialog === 'carryOut' && <CarryOutErasureDialog id={id} onClose={close} />}
      {dialog === 'refuse' && <RefuseErasureDialog id={id} onClose={close} />}
    </>
  )
}

type ErasurePartProps = { request: ErasureRequestDetails }

function ErasureFacts({ request }: ErasurePartProps) {
  const t = useTranslations('desk-profile')
  const locale = useLocale()
  const { name, email, comment, answer, requested_at, answer_by, erased_at } = request
  return (
    <DescriptionList>
      <DescriptionItem label={t('list.who')}>{name ?? t('list.erased')}</DescriptionItem>
      {email && <DescriptionItem label={t('one.email')}>{email}</DescriptionItem>}
      <DescriptionItem label={t('list.asked')}>{formatInstant(new Date(requested_at), locale)}</DescriptionItem>
      <DescriptionItem label={t('list.answerBy')}>{formatDay(answer_by, locale)}</DescriptionItem>
      {comment && <DescriptionItem label={t('one.comment')}>{comment}</DescriptionItem>}
      {answer && <DescriptionItem label={t('one.answer')}>{answer}</DescriptionItem>}
      {erased_at && (
        <DescriptionItem label={t('one.erasedAt')}>{formatInstant(new Date(erased_at), locale)}</DescriptionItem>
      )}
    </DescriptionList>
  )
}

function ErasureObstacles({ request: { obstacles } }: ErasurePartProps) {
  const t = useTranslations('desk-profile')
  if (obstacles.length === 0) return null
  return (
    <section className="stack" aria-labelledby="obstacles-title">
      <h2 id="obstacles-title">{t('one.obstacles')}</h2>
      <ul>
        {obstacles.map((obstacle) => (
          <li key={obstacle}>{t(`obstacles.${obstacle}`)}</li>
        ))}
      </ul>
    </section>
  )
}

type PlannedTable = ErasureRequestDetails['tables'][number]

function PlannedTablesSection({ request: { tables, erased_at } }: ErasurePartProps) {
  const t = useTranslations('desk-profile')
  const locale = useLocale()
  if (tables.length === 0) return null
  const columns: Column<PlannedTable>[] = [
    {
      key: 'table',
      header: t('one.table'),
      kind: 'name',
      listPosition: 'title',
      cell: ({ table }) => <code>{table}</code>,
    },
    { key: 'rows', header: t('one.rows'), kind: 'number', listPosition: 'titleEnd', cell: ({ count }) => count },
    { key: 'does', header: t('one.does'), listPosition: 'second', cell: ({ does }) => t(`does.${does}`) },
    { key: 'why', header: t('one.why'), listPosition: 'note', cell: ({ ground }) => ground && t(`grounds.${ground}`) },
    {
      key: 'until',
      header: t('one.until'),
      listPosition: 'secondEnd',
      cell: ({ until }) => until && formatDay(until, locale),
    },
  ]
  return (
    <section className="stack" aria-labelledby="tables-title">
      <h2 id="tables-title">{t(erased_at ? 'one.done' : 'one.planned')}</h2>
      <Table caption={t('one.tables')} columns={columns} rows={tables} rowKey={({ table }) => table} />
    </section>
  )
}

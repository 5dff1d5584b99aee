import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { BackLink } from '#kit/web/back-link.tsx'
import { Button } from '#kit/web/button.tsx'
import { DownloadRow } from '#kit/web/download-row.tsx'
import { Fact, Facts } from '#kit/web/facts.tsx'
import { paperBlank } from '#kit/web/icons.ts'
import type { LoadContext } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { Rows } from '#kit/web/rows.tsx'
import { type Column, Table } from '#kit/web/table.tsx'
import { formatDay } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { ReadErasureRequest } from '../api.ts'
import { downloadErasureRecord } from '../downloads.ts'
import { CarryOutDialog, RefuseDialog } from './erasure-dialogs.tsx'
import { ErasureState } from './erasure-state.tsx'
import { erasureQuery } from './queries.ts'

export function load({ send, prefetch, params }: LoadContext) {
  return prefetch(erasureQuery(send, params.id!))
}

/** A request of erasure: who asks, what stands in the way, what it does to each table, and what can be done with it. */
export function ErasureScreen() {
  const t = useTranslations('desk-erasures')
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
          <ErasureState state={request.state} />
        </div>
      </div>
      <About request={request} />
      <Obstacles request={request} />
      <PlannedTables request={request} />
      {request.erased_at && (
        <Rows>
          <DownloadRow
            call={downloadErasureRecord}
            params={{ id }}
            glyph={paperBlank}
            title={t('one.record')}
            detail={t('one.recordDetail')}
          />
        </Rows>
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
      {dialog === 'carryOut' && <CarryOutDialog id={id} onClose={close} />}
      {dialog === 'refuse' && <RefuseDialog id={id} onClose={close} />}
    </>
  )
}

type Part = { request: ReadErasureRequest }

function About({ request }: Part) {
  const t = useTranslations('desk-erasures')
  const locale = useLocale()
  const { name, email, comment, answer, requested_at, answer_by, erased_at } = request
  return (
    <Facts>
      <Fact label={t('list.who')}>{name ?? t('list.erased')}</Fact>
      {email && <Fact label={t('one.email')}>{email}</Fact>}
      <Fact label={t('list.asked')}>{formatInstant(new Date(requested_at), locale)}</Fact>
      <Fact label={t('list.answerBy')}>{formatDay(answer_by, locale)}</Fact>
      {comment && <Fact label={t('one.comment')}>{comment}</Fact>}
      {answer && <Fact label={t('one.answer')}>{answer}</Fact>}
      {erased_at && <Fact label={t('one.erasedAt')}>{formatInstant(new Date(erased_at), locale)}</Fact>}
    </Facts>
  )
}

function Obstacles({ request: { obstacles } }: Part) {
  const t = useTranslations('desk-erasures')
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

type PlannedTable = ReadErasureRequest['tables'][number]

function PlannedTables({ request: { tables, erased_at } }: Part) {
  const t = useTranslations('desk-erasures')
  const locale = useLocale()
  if (tables.length === 0) return null
  const columns: Column<PlannedTable>[] = [
    { key: 'table', header: t('one.table'), kind: 'name', place: 'title', cell: ({ table }) => <code>{table}</code> },
    { key: 'rows', header: t('one.rows'), kind: 'number', place: 'titleEnd', cell: ({ count }) => count },
    { key: 'does', header: t('one.does'), place: 'second', cell: ({ does }) => t(`does.${does}`) },
    { key: 'why', header: t('one.why'), place: 'note', cell: ({ ground }) => ground && t(`grounds.${ground}`) },
    {
      key: 'until',
      header: t('one.until'),
      place: 'secondEnd',
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

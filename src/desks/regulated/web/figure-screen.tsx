import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { WaitingNotice } from '#desks/approvals/web/waiting-notice.tsx'
import { RoleButton } from '#desks/common/web/role-button.tsx'
import { Empty } from '#kit/web/absence.tsx'
import { BackLink } from '#kit/web/back-link.tsx'
import { Chip } from '#kit/web/chip.tsx'
import type { LoadContext } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { type Column, Table } from '#kit/web/table.tsx'
import { formatDay } from '#vocabulary/format.ts'
import type { FigureRow, ReadFigure } from '../api.ts'
import { figureRoles } from '../roles.ts'
import { figureQuery } from './queries.ts'
import { useFigureWords } from './use-figure-words.ts'

const FigureDialog = lazy(async () => ({ default: (await import('./figure-dialog.tsx')).FigureDialog }))

export function load({ send, prefetch, params }: LoadContext) {
  return prefetch(figureQuery(send, params.name!))
}

/** A figure: what it was, is and will be, each with its norm, and what comes next to be entered. */
export function FigureScreen() {
  const t = useTranslations('desk-regulated.figure')
  const { name } = useParams({ strict: false }) as { name: string }
  const { nameOf } = useFigureWords()
  const { data: figure } = useSuspenseQuery(figureQuery(useSend(), name))
  const [edited, setEdited] = useState<FigureRow | 'new' | null>(null)
  return (
    <>
      <div>
        <BackLink href="/operator/regulated">{t('back')}</BackLink>
        <div className="line">
          <h1>{nameOf(figure)}</h1>
          {!figure.waiting_approval && (
            <RoleButton roles={figureRoles} onClick={() => setEdited('new')}>
              {t('plan')}
            </RoleButton>
          )}
        </div>
      </div>
      <WaitingNotice approval={figure.waiting_approval} />
      {figure.rows.length ? (
        <History figure={figure} onChange={setEdited} />
      ) : (
        <Empty title={t('noneTitle')}>{t('noneWords')}</Empty>
      )}
      {edited && (
        <Suspense>
          <FigureDialog figure={figure} row={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
        </Suspense>
      )}
    </>
  )
}

function History({ figure, onChange }: { figure: ReadFigure; onChange: (row: FigureRow) => void }) {
  const t = useTranslations('desk-regulated')
  const locale = useLocale()
  const { valueWords } = useFigureWords()
  const columns: Column<FigureRow>[] = [
    {
      key: 'from',
      header: t('figure.from'),
      kind: 'name',
      place: 'title',
      cell: ({ valid_from: from }) => formatDay(from, locale),
    },
    { key: 'until', header: t('figure.until'), cell: ({ valid_to: until }) => formatDay(until, locale) },
    {
      key: 'standing',
      header: t('figure.standing'),
      place: 'titleEnd',
      cell: ({ standing }) =>
        standing === 'planned' ? (
          <Chip tone="warning">{t('figure.standings.planned')}</Chip>
        ) : (
          t(`figure.standings.${standing}`)
        ),
    },
    { key: 'value', header: t('figure.value'), place: 'second', cell: ({ values }) => valueWords(figure, values) },
    {
      key: 'source',
      header: t('figure.source'),
      place: 'note',
      cell: ({ source, is_provisional: isProvisional }) => (
        <>
          {source} {isProvisional && <Chip tone="warning">{t('list.provisional')}</Chip>}
        </>
      ),
    },
    {
      key: 'by',
      header: t('figure.enteredBy'),
      cell: ({ version }) => t(version === null ? 'figure.product' : 'figure.operator'),
    },
    {
      key: 'actions',
      header: t('figure.actions'),
      kind: 'actions',
      place: 'last',
      cell: (row) =>
        row.version !== null &&
        !figure.waiting_approval &&
        row.standing === 'planned' && (
          <RoleButton
            roles={figureRoles}
            variant="second"
            isSmall
            aria-label={t('figure.changeOf', { from: formatDay(row.valid_from, locale) })}
            onClick={() => onChange(row)}
          >
            {t('figure.change')}
          </RoleButton>
        ),
    },
  ]
  return (
    <Table caption={t('figure.caption')} columns={columns} rows={figure.rows} rowKey={({ valid_from: from }) => from} />
  )
}

import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { PendingApprovalNotice } from '#domains/approvals/web/pending-approval-notice.tsx'
import { RoleButton } from '#kit/backoffice/web/role-button.tsx'
import { Badge } from '#kit/web/display/badge.tsx'
import { EmptyState } from '#kit/web/feedback/empty-state.tsx'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { type Column, Table } from '#kit/web/list/table.tsx'
import { BackLink } from '#kit/web/navigation/back-link.tsx'
import type { LoadContext } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { formatDay } from '#vocabulary/format.ts'
import type { RegulatedPriceDetails, RegulatedPriceRow } from '../api.ts'
import { regulatedPriceRoles } from '../roles.ts'
import { regulatedPriceQuery } from './queries.ts'
import { useRegulatedPriceTexts } from './use-regulated-price-texts.ts'

const FigureDialog = lazyPart(async () => (await import('./regulated-price-dialog.tsx')).RegulatedPriceDialog)

export function load({ send, prefetch, params }: LoadContext) {
  return prefetch(regulatedPriceQuery(send, params.name!))
}

/**
 * A regulated price with its past, current and planned values, each with its legal source, and the form for the next
 * one.
 */
export function RegulatedPriceScreen() {
  const t = useTranslations('desk-regulated-prices.figure')
  const { name } = useParams({ strict: false }) as { name: string }
  const { nameOf } = useRegulatedPriceTexts()
  const { data: figure } = useSuspenseQuery(regulatedPriceQuery(useSend(), name))
  const [edited, setEdited] = useState<RegulatedPriceRow | 'new' | null>(null)
  return (
    <>
      <div>
        <BackLink href="/operator/regulated">{t('back')}</BackLink>
        <div className="line">
          <h1>{nameOf(figure)}</h1>
          {!figure.waiting_approval && (
            <RoleButton roles={regulatedPriceRoles} onClick={() => setEdited('new')}>
              {t('plan')}
            </RoleButton>
          )}
        </div>
      </div>
      <PendingApprovalNotice approval={figure.waiting_approval} />
      {figure.rows.length ? (
        <HistoryTable figure={figure} onChange={setEdited} />
      ) : (
        <EmptyState title={t('noneTitle')}>{t('noneText')}</EmptyState>
      )}
      {edited && (
        <Suspense>
          <FigureDialog figure={figure} row={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
        </Suspense>
      )}
    </>
  )
}

type HistoryTableProps = { figure: RegulatedPriceDetails; onChange: (row: RegulatedPriceRow) => void }

function HistoryTable({ figure, onChange }: HistoryTableProps) {
  const t = useTranslations('desk-regulated-prices.figure')
  const columns = useColumns({ figure, onChange })
  return <Table caption={t('caption')} columns={columns} rows={figure.rows} rowKey={({ valid_from: from }) => from} />
}

function useColumns({ figure, onChange }: HistoryTableProps): Column<RegulatedPriceRow>[] {
  const t = useTranslations('desk-regulated-prices')
  const locale = useLocale()
  const { valueText } = useRegulatedPriceTexts()
  return [
    {
      key: 'from',
      header: t('figure.from'),
      kind: 'name',
      listPosition: 'title',
      cell: ({ valid_from: from }) => formatDay(from, locale),
    },
    { key: 'until', header: t('figure.until'), cell: ({ valid_to: until }) => formatDay(until, locale) },
    {
      key: 'status',
      header: t('figure.status'),
      listPosition: 'titleEnd',
      cell: ({ standing }) =>
        standing === 'planned' ? (
          <Badge tone="warning">{t('figure.statuses.planned')}</Badge>
        ) : (
          t(`figure.statuses.${standing}`)
        ),
    },
    {
      key: 'value',
      header: t('figure.value'),
      listPosition: 'second',
      cell: ({ values }) => valueText(figure, values),
    },
    {
      key: 'source',
      header: t('figure.source'),
      listPosition: 'note',
      cell: ({ source, is_provisional: isProvisional, condition }) => (
        <>
          {source} {isProvisional && <Badge tone="warning">{t('list.provisional')}</Badge>}{' '}
          {condition &&
            t('figure.conditional', {
              value: valueText(figure, [condition.value]),
              day: formatDay(condition.decided_on, locale),
            })}
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
      listPosition: 'last',
      cell: (row) =>
        row.version !== null &&
        !figure.waiting_approval &&
        row.standing === 'planned' && <ChangeButton row={row} onChange={onChange} />,
    },
  ]
}

function ChangeButton({ row, onChange }: Pick<HistoryTableProps, 'onChange'> & { row: RegulatedPriceRow }) {
  const t = useTranslations('desk-regulated-prices.figure')
  const locale = useLocale()
  return (
    <RoleButton
      roles={regulatedPriceRoles}
      variant="second"
      isSmall
      aria-label={t('changeOf', { from: formatDay(row.valid_from, locale) })}
      onClick={() => onChange(row)}
    >
      {t('change')}
    </RoleButton>
  )
}

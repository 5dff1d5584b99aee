import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { downloadContractEvidence } from '#domains/contracting/desk/downloads.ts'
import { ListPager } from '#kit/backoffice/web/list-pager.tsx'
import { isAllowed } from '#kit/operator-role.ts'
import { DownloadLink } from '#kit/web/action/download-link.tsx'
import { Badge } from '#kit/web/display/badge.tsx'
import { EmptyState } from '#kit/web/feedback/empty-state.tsx'
import { type Column, Table } from '#kit/web/list/table.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { formatDay } from '#vocabulary/format.ts'
import type { CustomerContract } from '../api.ts'
import { contractsQuery } from './queries.ts'

const states = ['esborrany', 'activa', 'baixa', 'cancelada'] as const

/** The contracts of a customer, active ones first. */
export function CustomerContractsTable({ id, offset }: { id: string; offset: number }) {
  const t = useTranslations('desk-customers.contracts')
  const locale = useLocale()
  const mayRead = isAllowed(useBoot().roles ?? [], downloadContractEvidence.roles)
  const { data } = useSuspenseQuery(contractsQuery(useSend(), { id, offset }))
  if (!data.total) return <EmptyState title={t('noneTitle')}>{t('noneText')}</EmptyState>

  const stateOf = ({ state }: CustomerContract) => {
    const match = states.find((each) => each === state)
    return match ? t(`states.${match}`) : state
  }
  const columns: Column<CustomerContract>[] = [
    {
      key: 'name',
      header: t('name'),
      kind: 'name',
      listPosition: 'title',
      cell: ({ id: contract, name }) => (
        <Link href={`/operator/customers/${id}?contract=${contract}#bills`} aria-label={t('billsOf', { name })}>
          {name}
        </Link>
      ),
    },
    {
      key: 'state',
      header: t('state'),
      listPosition: 'titleEnd',
      cell: (row) => <Badge tone={row.state === 'activa' ? 'positive' : 'plain'}>{stateOf(row)}</Badge>,
    },
    { key: 'cups', header: t('cups'), isNarrow: true, listPosition: 'second', cell: ({ cups }) => cups },
    { key: 'place', header: t('place'), listPosition: 'note', cell: ({ street, city }) => `${street}, ${city}` },
    { key: 'tariff', header: t('tariff'), cell: ({ tariff }) => tariff },
    { key: 'product', header: t('product'), listPosition: 'last', cell: ({ product }) => product },
    {
      key: 'from',
      header: t('from'),
      cell: ({ starts_on: day }) => (day ? formatDay(day, locale) : '—'),
    },
    {
      key: 'evidence',
      header: t('evidence'),
      listPosition: 'secondEnd',
      cell: ({ id: contract, name, is_signed_here: isSignedHere }) =>
        isSignedHere &&
        mayRead && (
          <DownloadLink
            call={downloadContractEvidence}
            params={{ id, contractId: String(contract) }}
            label={t('evidenceOf', { name })}
          />
        ),
    },
  ]
  return (
    <>
      <Table caption={t('caption')} columns={columns} rows={data.items} rowKey={(row) => row.id} />
      <ListPager path={`/operator/customers/${id}`} view={{}} offset={offset} total={data.total} />
    </>
  )
}

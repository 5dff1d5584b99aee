import { useSuspenseQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useLocale, useTranslations } from 'use-intl'
import { ListPager } from '#desks/common/web/list-pager.tsx'
import { offsetOf } from '#desks/common/web/offset-of.ts'
import { SearchBox } from '#desks/common/web/search-box.tsx'
import { Empty } from '#kit/web/absence.tsx'
import { Link } from '#kit/web/link.tsx'
import { NativeSelect } from '#kit/web/native-select.tsx'
import type { LoadContext, Search } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { Retryable } from '#kit/web/retryable.tsx'
import { type Column, Table } from '#kit/web/table.tsx'
import { formatMoney } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { PaymentInList } from '../api.ts'
import { paymentFilters } from '../rules.ts'
import { type PaymentsView, paymentsQuery } from './queries.ts'
import { Standing } from './standing.tsx'

const path = '/operator/payments'

export function load({ send, prefetch, search }: LoadContext) {
  return prefetch(paymentsQuery(send, viewOf(search)))
}

/** What customers have paid by card or tried to, the last first. */
export function PaymentsScreen() {
  const t = useTranslations('desk-payments.list')
  const view = viewOf(useSearch({ strict: false }) as Search)
  return (
    <>
      <h1>{t('title')}</h1>
      <SearchBox label={t('label')} hint={t('hint')} submit={t('find')} value={view.q} path={path}>
        <NativeSelect
          key={view.state}
          name="state"
          label={t('state')}
          width="fit"
          defaultValue={view.state}
          options={paymentFilters.map((state) => ({ value: state, label: t(`filters.${state}`) }))}
        />
      </SearchBox>
      <Retryable title={t('failedTitle')} words={t('failedWords')} resetKey={JSON.stringify(view)}>
        <Found view={view} />
      </Retryable>
    </>
  )
}

function Found({ view }: { view: PaymentsView }) {
  const t = useTranslations('desk-payments')
  const locale = useLocale()
  const { data } = useSuspenseQuery(paymentsQuery(useSend(), view))
  const { q, state, offset } = view
  if (!data.items.length)
    return (
      <Empty kind={q || state !== 'all' ? 'filtered' : 'none'} title={t('list.noneTitle')}>
        {t(q || state !== 'all' ? 'list.noneWords' : 'list.noneYet')}
      </Empty>
    )
  const money = (euros: number) => formatMoney(Math.round(euros * 100), locale)
  const columns: Column<PaymentInList>[] = [
    {
      key: 'item',
      header: t('list.invoice'),
      kind: 'name',
      place: 'title',
      cell: ({ id, item }) => <Link href={`${path}/${id}`}>{item.number}</Link>,
    },
    { key: 'state', header: t('list.state'), place: 'titleEnd', cell: ({ state }) => <Standing state={state} /> },
    { key: 'holder', header: t('list.holder'), place: 'second', cell: ({ customer }) => customer.name },
    {
      key: 'amount',
      header: t('list.amount'),
      kind: 'number',
      place: 'secondEnd',
      cell: ({ amount }) => money(amount),
    },
    { key: 'contract', header: t('list.contract'), cell: ({ contract }) => contract ?? t('list.several') },
    { key: 'at', header: t('list.at'), place: 'note', cell: ({ at }) => formatInstant(new Date(at), locale) },
    {
      key: 'refund',
      header: t('list.refunded'),
      kind: 'number',
      place: 'last',
      cell: ({ refunded, has_open_refund: isOpen }) =>
        isOpen ? t('list.refundOpen') : refunded > 0 ? money(refunded) : '—',
    },
  ]
  return (
    <>
      <Table caption={t('list.caption')} columns={columns} rows={data.items} rowKey={({ id }) => id} />
      <ListPager path={path} view={{ q, state }} offset={offset} total={data.total} />
    </>
  )
}

function viewOf(search: Search): PaymentsView {
  const { q = '', state } = search
  return { q: q.trim(), state: paymentFilters.find((each) => each === state) ?? 'all', offset: offsetOf(search) }
}

import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { matchesSearch } from '#kit/backoffice/search-terms.ts'
import { listPage, loadListPage } from '#kit/backoffice/web/list-page.ts'
import { ListPageView } from '#kit/backoffice/web/list-page-view.tsx'
import { Badge } from '#kit/web/display/badge.tsx'
import { EmptyState } from '#kit/web/feedback/empty-state.tsx'
import { type Column, Table } from '#kit/web/list/table.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { useSend } from '#kit/web/portal.ts'
import { formatDay } from '#vocabulary/format.ts'
import { type RegulatedPriceGroup, regulatedPriceGroups } from '../../groups.ts'
import type { ListedRegulatedPrice } from '../api.ts'
import { regulatedPricesQuery } from './queries.ts'
import { useRegulatedPriceTexts } from './use-regulated-price-texts.ts'

const path = '/operator/regulated'

/** The regulated prices by kind, with the current and next values. */
const regulatedPricesPage = listPage({
  path,
  texts: 'desk-regulated-prices.list',
  query: regulatedPricesQuery,
  hasPages: false,
  Content: RegulatedPriceGroups,
})

export const load = loadListPage(regulatedPricesPage)

export function RegulatedPricesScreen() {
  return <ListPageView page={regulatedPricesPage} />
}

function RegulatedPriceGroups({ view: { q: query } }: { view: { q: string } }) {
  const t = useTranslations('desk-regulated-prices.list')
  const { nameOf } = useRegulatedPriceTexts()
  const { data } = useSuspenseQuery(regulatedPricesQuery(useSend()))
  const matches = data.filter((figure) => matchesSearch(`${nameOf(figure)} ${figure.name}`, query))
  if (!matches.length)
    return (
      <EmptyState kind="filtered" title={t('noneTitle')}>
        {t('noneText')}
      </EmptyState>
    )
  return regulatedPriceGroups
    .map((group) => ({ group, figures: matches.filter((figure) => figure.group === group) }))
    .filter(({ figures }) => figures.length)
    .map(({ group, figures }) => <RegulatedPriceTable key={group} group={group} figures={figures} />)
}

function RegulatedPriceTable({ group, figures }: { group: RegulatedPriceGroup; figures: ListedRegulatedPrice[] }) {
  const t = useTranslations('desk-regulated-prices')
  const locale = useLocale()
  const { nameOf, valueText } = useRegulatedPriceTexts()
  const columns: Column<ListedRegulatedPrice>[] = [
    {
      key: 'name',
      header: t('list.name'),
      kind: 'name',
      listPosition: 'title',
      cell: (figure) => <Link href={`${path}/${encodeURIComponent(figure.name)}`}>{nameOf(figure)}</Link>,
    },
    {
      key: 'present',
      header: t('list.present'),
      listPosition: 'second',
      cell: (figure) => <CurrentValue figure={figure} />,
    },
    {
      key: 'since',
      header: t('list.since'),
      cell: ({ present }) => formatDay(present?.valid_from ?? null, locale),
    },
    {
      key: 'next',
      header: t('list.next'),
      listPosition: 'note',
      cell: (figure) =>
        figure.next
          ? t('list.nextOf', {
              value: valueText(figure, figure.next.values),
              from: formatDay(figure.next.valid_from, locale),
            })
          : '—',
    },
  ]
  const groupName = t(`groups.${group}`)
  return (
    <section className="stack">
      <h2>{groupName}</h2>
      <Table
        caption={t('list.caption', { group: groupName })}
        columns={columns}
        rows={figures}
        rowKey={({ name }) => name}
      />
    </section>
  )
}

/** The current value. A missing one is highlighted, except for reduced rates, which are not always in force. */
function CurrentValue({ figure }: { figure: ListedRegulatedPrice }) {
  const t = useTranslations('desk-regulated-prices.list')
  const { valueText } = useRegulatedPriceTexts()
  if (!figure.present) return figure.shape === 'reduced_rate' ? '—' : <Badge tone="negative">{t('unknown')}</Badge>
  return (
    <>
      {valueText(figure, figure.present.values)}{' '}
      {figure.present.is_provisional && <Badge tone="warning">{t('provisional')}</Badge>}
    </>
  )
}

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
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { QueuedChange } from '../api.ts'
import { kindName, namedKinds, requestFilters } from '../rules.ts'
import { type RequestsView, requestsQuery } from './queries.ts'
import { Standing } from './standing.tsx'

const path = '/operator/requests'

export function load({ send, prefetch, search }: LoadContext) {
  return prefetch(requestsQuery(send, viewOf(search)))
}

/** What customers have asked to be changed, in the order in which it is to be worked off. */
export function RequestsScreen() {
  const t = useTranslations('desk-requests')
  const view = viewOf(useSearch({ strict: false }) as Search)
  const stateName = (state: RequestsView['state']) =>
    state === 'open' || state === 'all' ? t(`list.${state}`) : t(`states.${state}`)
  return (
    <>
      <h1>{t('list.title')}</h1>
      <SearchBox label={t('list.label')} hint={t('list.hint')} submit={t('list.find')} value={view.q} path={path}>
        <NativeSelect
          key={`state ${view.state}`}
          name="state"
          label={t('list.state')}
          width="fit"
          defaultValue={view.state}
          options={requestFilters.map((state) => ({ value: state, label: stateName(state) }))}
        />
        <NativeSelect
          key={`kind ${view.kind}`}
          name="kind"
          label={t('list.kind')}
          width="fit"
          defaultValue={view.kind}
          options={[
            { value: '', label: t('list.anyKind') },
            ...namedKinds.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) })),
          ]}
        />
      </SearchBox>
      <Retryable title={t('list.failedTitle')} words={t('list.failedWords')} resetKey={JSON.stringify(view)}>
        <Found view={view} />
      </Retryable>
    </>
  )
}

function Found({ view }: { view: RequestsView }) {
  const t = useTranslations('desk-requests')
  const locale = useLocale()
  const { data } = useSuspenseQuery(requestsQuery(useSend(), view))
  if (!data.items.length)
    return (
      <Empty kind="filtered" title={t('list.noneTitle')}>
        {t('list.noneWords')}
      </Empty>
    )
  const columns: Column<QueuedChange>[] = [
    {
      key: 'kind',
      header: t('list.kind'),
      kind: 'name',
      place: 'title',
      cell: ({ id, kind }) => <Link href={`${path}/${id}`}>{t(`kinds.${kindName(kind)}`)}</Link>,
    },
    { key: 'state', header: t('list.state'), place: 'titleEnd', cell: ({ state }) => <Standing state={state} /> },
    { key: 'number', header: t('list.number'), isNarrow: true, place: 'note', cell: ({ id }) => id },
    { key: 'holder', header: t('list.holder'), place: 'second', cell: ({ customer }) => customer.name },
    { key: 'contract', header: t('list.contract'), place: 'secondEnd', cell: ({ contract }) => contract },
    { key: 'asked', header: t('list.asked'), cell: (row) => formatInstant(new Date(row.requested_at), locale) },
    {
      key: 'moved',
      header: t('list.moved'),
      place: 'last',
      cell: (row) => formatInstant(new Date(row.updated_at), locale),
    },
  ]
  const { q, state, kind, offset } = view
  return (
    <>
      <Table caption={t('list.caption')} columns={columns} rows={data.items} rowKey={({ id }) => id} />
      <ListPager path={path} view={{ q, state, kind }} offset={offset} total={data.total} />
    </>
  )
}

function viewOf(search: Search): RequestsView {
  const { q = '', state, kind } = search
  return {
    q: q.trim(),
    state: requestFilters.find((each) => each === state) ?? 'open',
    kind: namedKinds.find((each) => each === kind) ?? '',
    offset: offsetOf(search),
  }
}

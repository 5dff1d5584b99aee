import { useSuspenseQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useLocale, useTranslations } from 'use-intl'
import { ListPager } from '#desks/common/web/list-pager.tsx'
import { offsetOf } from '#desks/common/web/offset-of.ts'
import { SearchBox } from '#desks/common/web/search-box.tsx'
import { leadKinds } from '#domains/leads/rules.ts'
import { Empty } from '#kit/web/absence.tsx'
import { DownloadButton } from '#kit/web/download-link.tsx'
import { Link } from '#kit/web/link.tsx'
import { NativeSelect } from '#kit/web/native-select.tsx'
import type { LoadContext, Search } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { Retryable } from '#kit/web/retryable.tsx'
import { type Column, Table } from '#kit/web/table.tsx'
import { formatPhone } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { ListedLead } from '../api.ts'
import { exportLeads } from '../downloads.ts'
import { handlings, leadStates } from '../rules.ts'
import { type LeadsFilter, leadsQuery } from './queries.ts'
import { HandlingChip, Identity, Solvency } from './standing.tsx'

const path = '/operator/leads'

type View = LeadsFilter & { offset: number }

export function load({ send, prefetch, search }: LoadContext) {
  return prefetch(leadsQuery(send, viewOf(search)))
}

/** Who would like to be a customer, the last first. */
export function LeadsScreen() {
  const t = useTranslations('desk-leads')
  const view = viewOf(useSearch({ strict: false }) as Search)
  const any = { value: '', label: t('list.any') }
  return (
    <>
      <h1>{t('list.title')}</h1>
      <SearchBox label={t('list.label')} hint={t('list.hint')} submit={t('list.find')} value={view.q} path={path}>
        <NativeSelect
          key={`kind ${view.kind}`}
          name="kind"
          label={t('list.kind')}
          width="fit"
          defaultValue={view.kind ?? ''}
          options={[any, ...leadKinds.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))]}
        />
        <NativeSelect
          key={`state ${view.state}`}
          name="state"
          label={t('list.state')}
          width="fit"
          defaultValue={view.state ?? ''}
          options={[any, ...leadStates.map((state) => ({ value: state, label: t(`states.${state}`) }))]}
        />
        <NativeSelect
          key={`handling ${view.handling}`}
          name="handling"
          label={t('list.handling')}
          width="fit"
          defaultValue={view.handling ?? ''}
          options={[any, ...handlings.map((handling) => ({ value: handling, label: t(`handlings.${handling}`) }))]}
        />
      </SearchBox>
      <Retryable title={t('list.failedTitle')} words={t('list.failedWords')} resetKey={JSON.stringify(view)}>
        <Found view={view} />
      </Retryable>
    </>
  )
}

function Found({ view }: { view: View }) {
  const t = useTranslations('desk-leads')
  const locale = useLocale()
  const { data } = useSuspenseQuery(leadsQuery(useSend(), view))
  if (!data.items.length)
    return (
      <Empty kind="filtered" title={t('list.noneTitle')}>
        {t('list.noneWords')}
      </Empty>
    )
  const columns: Column<ListedLead>[] = [
    {
      key: 'name',
      header: t('list.name'),
      kind: 'name',
      place: 'title',
      cell: ({ id, name }) => <Link href={`${path}/${id}`}>{name ?? t('list.noName', { number: String(id) })}</Link>,
    },
    { key: 'handling', header: t('list.handling'), place: 'titleEnd', cell: (lead) => <HandlingChip {...lead} /> },
    { key: 'kind', header: t('list.kind'), place: 'second', cell: ({ kind }) => t(`kinds.${kind}`) },
    { key: 'state', header: t('list.state'), place: 'secondEnd', cell: ({ state }) => t(`states.${state}`) },
    {
      key: 'contact',
      header: t('list.contact'),
      place: 'note',
      cell: ({ phone, email }) => [phone && formatPhone(phone), email].filter(Boolean).join(', ') || '—',
    },
    { key: 'product', header: t('list.product'), cell: ({ product }) => product ?? '—' },
    { key: 'checks', header: t('list.checks'), place: 'last', cell: (lead) => <Checks lead={lead} /> },
    { key: 'files', header: t('list.files'), kind: 'number', cell: ({ files }) => files },
    {
      key: 'created',
      header: t('list.created'),
      cell: ({ created_at: at }) => formatInstant(new Date(at), locale),
    },
  ]
  const { offset, ...filter } = view
  return (
    <>
      <Table caption={t('list.caption')} columns={columns} rows={data.items} rowKey={({ id }) => id} />
      <ListPager path={path} view={addressOf(filter)} offset={offset} total={data.total} />
      <div className="stack">
        <div>
          <DownloadButton call={exportLeads} params={{}} query={filter}>
            {t('list.export')}
          </DownloadButton>
        </div>
        <p className="soft">{t('list.exportHint')}</p>
      </div>
    </>
  )
}

/** What was checked, where anything was. */
function Checks({ lead: { is_solvent: isSolvent, is_same_person: isSamePerson } }: { lead: ListedLead }) {
  if (isSolvent === null && isSamePerson === null) return '—'
  return (
    <span className="line">
      {isSolvent !== null && <Solvency isSolvent={isSolvent} />}
      {isSamePerson !== null && <Identity isSamePerson={isSamePerson} />}
    </span>
  )
}

function addressOf({ q, ...narrowed }: LeadsFilter): Record<string, string> {
  return { q, ...(Object.fromEntries(Object.entries(narrowed).filter(([, value]) => value)) as Record<string, string>) }
}

function viewOf(search: Search): View {
  const { q = '', kind, state, handling } = search
  return {
    q: q.trim(),
    kind: leadKinds.find((each) => each === kind),
    state: leadStates.find((each) => each === state),
    handling: handlings.find((each) => each === handling),
    offset: offsetOf(search),
  }
}

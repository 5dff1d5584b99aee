import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { DeskList } from '#desks/common/web/desk-list.tsx'
import { ListFilter } from '#desks/common/web/list-filter.tsx'
import { ListTable } from '#desks/common/web/list-table.tsx'
import { listViewOf, namedOf, useListView } from '#desks/common/web/list-view.ts'
import { leadKinds } from '#domains/leads/rules.ts'
import { DownloadButton } from '#kit/web/download-link.tsx'
import { Link } from '#kit/web/link.tsx'
import type { LoadContext, Search } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import type { Column } from '#kit/web/table.tsx'
import { formatPhone } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { ListedLead } from '../api.ts'
import { exportLeads } from '../downloads.ts'
import { handlings, leadStates } from '../rules.ts'
import { type LeadsFilter, leadsQuery } from './queries.ts'
import { AwaitedChip, HandlingChip, Identity, Solvency } from './standing.tsx'

const path = '/operator/leads'

type View = LeadsFilter & { offset: number }

export function load({ send, prefetch, search }: LoadContext) {
  return prefetch(leadsQuery(send, viewOf(search)))
}

/** Who would like to be a customer, the last first. */
export function LeadsScreen() {
  const t = useTranslations('desk-leads')
  const words = useTranslations('desk-leads.list')
  const view = useListView(viewOf)
  const any = words('any')
  return (
    <DeskList
      {...{ path, view, words }}
      hint={words('hint')}
      filters={
        <>
          <ListFilter
            {...{ name: 'kind', label: words('kind'), value: view.kind, any }}
            options={leadKinds.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
          />
          <ListFilter
            {...{ name: 'state', label: words('state'), value: view.state, any }}
            options={leadStates.map((state) => ({ value: state, label: t(`states.${state}`) }))}
          />
          <ListFilter
            {...{ name: 'handling', label: words('handling'), value: view.handling, any }}
            options={handlings.map((handling) => ({ value: handling, label: t(`handlings.${handling}`) }))}
          />
          <ListFilter
            {...{ name: 'check', label: words('check'), value: view.check, any }}
            options={[{ value: 'awaited', label: words('checkAwaited') }]}
          />
        </>
      }
    >
      <Found view={view} />
    </DeskList>
  )
}

function Found({ view }: { view: View }) {
  const t = useTranslations('desk-leads')
  const words = useTranslations('desk-leads.list')
  const locale = useLocale()
  const { data } = useSuspenseQuery(leadsQuery(useSend(), view))
  const columns: Column<ListedLead>[] = [
    {
      key: 'name',
      header: words('name'),
      kind: 'name',
      place: 'title',
      cell: ({ id, name }) => <Link href={`${path}/${id}`}>{name ?? words('noName', { number: String(id) })}</Link>,
    },
    { key: 'handling', header: words('handling'), place: 'titleEnd', cell: (lead) => <HandlingChip {...lead} /> },
    { key: 'kind', header: words('kind'), place: 'second', cell: ({ kind }) => t(`kinds.${kind}`) },
    { key: 'state', header: words('state'), place: 'secondEnd', cell: ({ state }) => t(`states.${state}`) },
    {
      key: 'contact',
      header: words('contact'),
      place: 'note',
      cell: ({ phone, email }) => <Contact phone={phone && formatPhone(phone)} email={email} />,
    },
    { key: 'product', header: words('product'), cell: ({ product }) => product ?? '—' },
    { key: 'checks', header: words('checks'), place: 'last', cell: (lead) => <Checks lead={lead} /> },
    { key: 'files', header: words('files'), kind: 'number', cell: ({ files }) => files },
    {
      key: 'created',
      header: words('created'),
      cell: ({ created_at: at }) => formatInstant(new Date(at), locale),
    },
  ]
  const { offset: _, ...filter } = view
  return (
    <>
      <ListTable {...{ path, view, words, columns }} found={data} rowKey={({ id }) => id} />
      {data.items.length > 0 && (
        <div className="stack">
          <div>
            <DownloadButton call={exportLeads} params={{}} query={filter}>
              {words('export')}
            </DownloadButton>
          </div>
          <p className="soft">{words('exportHint')}</p>
        </div>
      )}
    </>
  )
}

/** The phone over the e-mail address, each of them whole. */
function Contact({ phone, email }: { phone: string | null; email: string | null }) {
  if (!phone && !email) return '—'
  return (
    <>
      {phone}
      {phone && email && <br />}
      {email}
    </>
  )
}

/** What was checked, where anything was. */
function Checks({ lead }: { lead: ListedLead }) {
  const { is_solvent: isSolvent, is_same_person: isSamePerson, awaited_checks: awaited } = lead
  if (awaited.length > 0) return <AwaitedChip />
  if (isSolvent === null && isSamePerson === null) return '—'
  return (
    <span className="line">
      {isSolvent !== null && <Solvency isSolvent={isSolvent} />}
      {isSamePerson !== null && <Identity isSamePerson={isSamePerson} />}
    </span>
  )
}

function viewOf(search: Search): View {
  return {
    ...listViewOf(search),
    kind: namedOf(leadKinds, search.kind),
    state: namedOf(leadStates, search.state),
    handling: namedOf(handlings, search.handling),
    check: namedOf(['awaited'] as const, search.check),
  }
}

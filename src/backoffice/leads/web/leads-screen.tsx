import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { leadKinds } from '#domains/leads/rules.ts'
import { DeskList } from '#kit/backoffice/web/desk-list.tsx'
import { ListFilter } from '#kit/backoffice/web/list-filter.tsx'
import { ListTable } from '#kit/backoffice/web/list-table.tsx'
import { listViewOf, matchValue, useListView } from '#kit/backoffice/web/list-view.ts'
import { DownloadButton } from '#kit/web/action/download-link.tsx'
import type { Column } from '#kit/web/list/table.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import type { LoadContext, SearchParams } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { formatPhone } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { ListedLead } from '../api.ts'
import { exportLeads } from '../downloads.ts'
import { handlings, leadStates } from '../rules.ts'
import { AwaitedCheckBadge, HandlingBadge, IdentityBadge, SolvencyBadge } from './lead-status-badges.tsx'
import { type LeadsFilter, leadsQuery } from './queries.ts'

const path = '/operator/leads'

type LeadsView = LeadsFilter & { offset: number }

export function load({ send, prefetch, search }: LoadContext) {
  return prefetch(leadsQuery(send, viewOf(search)))
}

/** The leads, newest first. */
export function LeadsScreen() {
  const t = useTranslations('desk-leads')
  const texts = useTranslations('desk-leads.list')
  const view = useListView(viewOf)
  const any = texts('any')
  return (
    <DeskList
      {...{ path, view, texts }}
      hint={texts('hint')}
      filters={
        <>
          <ListFilter
            {...{ name: 'kind', label: texts('kind'), value: view.kind, any }}
            options={leadKinds.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
          />
          <ListFilter
            {...{ name: 'state', label: texts('state'), value: view.state, any }}
            options={leadStates.map((state) => ({ value: state, label: t(`states.${state}`) }))}
          />
          <ListFilter
            {...{ name: 'handling', label: texts('handling'), value: view.handling, any }}
            options={handlings.map((handling) => ({ value: handling, label: t(`handlings.${handling}`) }))}
          />
          <ListFilter
            {...{ name: 'check', label: texts('check'), value: view.check, any }}
            options={[{ value: 'awaited', label: texts('checkAwaited') }]}
          />
        </>
      }
    >
      <LeadsTable view={view} />
    </DeskList>
  )
}

function LeadsTable({ view }: { view: LeadsView }) {
  const t = useTranslations('desk-leads')
  const texts = useTranslations('desk-leads.list')
  const locale = useLocale()
  const { data } = useSuspenseQuery(leadsQuery(useSend(), view))
  const columns: Column<ListedLead>[] = [
    {
      key: 'name',
      header: texts('name'),
      kind: 'name',
      listPosition: 'title',
      cell: ({ id, name }) => <Link href={`${path}/${id}`}>{name ?? texts('noName', { number: String(id) })}</Link>,
    },
    {
      key: 'handling',
      header: texts('handling'),
      listPosition: 'titleEnd',
      cell: (lead) => <HandlingBadge {...lead} />,
    },
    { key: 'kind', header: texts('kind'), listPosition: 'second', cell: ({ kind }) => t(`kinds.${kind}`) },
    { key: 'state', header: texts('state'), listPosition: 'secondEnd', cell: ({ state }) => t(`states.${state}`) },
    {
      key: 'contact',
      header: texts('contact'),
      listPosition: 'note',
      cell: ({ phone, email }) => <ContactCell phone={phone && formatPhone(phone)} email={email} />,
    },
    { key: 'product', header: texts('product'), cell: ({ product }) => product ?? '—' },
    { key: 'checks', header: texts('checks'), listPosition: 'last', cell: (lead) => <ChecksCell lead={lead} /> },
    { key: 'files', header: texts('files'), kind: 'number', cell: ({ files }) => files },
    {
      key: 'created',
      header: texts('created'),
      cell: ({ created_at: at }) => formatInstant(new Date(at), locale),
    },
  ]
  const { offset: _, ...filter } = view
  return (
    <>
      <ListTable {...{ path, view, texts, columns }} page={data} rowKey={({ id }) => id} />
      {data.items.length > 0 && (
        <div className="stack">
          <div>
            <DownloadButton call={exportLeads} params={{}} query={filter}>
              {texts('export')}
            </DownloadButton>
          </div>
          <p className="soft">{texts('exportHint')}</p>
        </div>
      )}
    </>
  )
}

/** The phone number above the e-mail address, each on its own line. */
function ContactCell({ phone, email }: { phone: string | null; email: string | null }) {
  if (!phone && !email) return '—'
  return (
    <>
      {phone}
      {phone && email && <br />}
      {email}
    </>
  )
}

/** The results of the checks, if any. */
function ChecksCell({ lead }: { lead: ListedLead }) {
  const { is_solvent: isSolvent, is_same_person: isSamePerson, awaited_checks: awaitedChecks } = lead
  if (awaitedChecks.length > 0) return <AwaitedCheckBadge />
  if (isSolvent === null && isSamePerson === null) return '—'
  return (
    <span className="line">
      {isSolvent !== null && <SolvencyBadge isSolvent={isSolvent} />}
      {isSamePerson !== null && <IdentityBadge isSamePerson={isSamePerson} />}
    </span>
  )
}

function viewOf(search: SearchParams): LeadsView {
  return {
    ...listViewOf(search),
    kind: matchValue(leadKinds, search.kind),
    state: matchValue(leadStates, search.state),
    handling: matchValue(handlings, search.handling),
    check: matchValue(['awaited'] as const, search.check),
  }
}

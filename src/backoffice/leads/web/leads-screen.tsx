import { leadKinds } from '#domains/lead-records/lead-kinds.ts'
import { maxSearchMatches } from '#kit/backoffice/list-limits.ts'
import { listPage, loadListPage } from '#kit/backoffice/web/list-page.ts'
import { ListPageView } from '#kit/backoffice/web/list-page-view.tsx'
import { formatPhone } from '#vocabulary/format.ts'
import type { ListedLead } from '../api.ts'
import { exportLeads } from '../downloads.ts'
import { handlings, leadStates } from '../rules.ts'
import { AwaitedCheckBadge, HandlingBadge, IdentityBadge, SolvencyBadge } from './lead-status-badges.tsx'
import { leadsQuery } from './queries.ts'

/** The leads, newest first. */
const leadsPage = listPage({
  path: '/operator/leads',
  texts: 'desk-leads',
  list: 'list',
  maxMatches: maxSearchMatches,
  query: leadsQuery,
  filters: {
    kind: { label: 'list.kind', any: 'list.any', values: leadKinds, nameOf: (kind, t) => t(`kinds.${kind}`) },
    state: { label: 'list.state', any: 'list.any', values: leadStates, nameOf: (state, t) => t(`states.${state}`) },
    handling: {
      label: 'list.handling',
      any: 'list.any',
      values: handlings,
      nameOf: (handling, t) => t(`handlings.${handling}`),
    },
    check: { label: 'list.check', any: 'list.any', values: ['awaited'], nameOf: (_, t) => t('list.checkAwaited') },
  },
  columns: [
    {
      header: 'list.name',
      kind: 'name',
      listPosition: 'title',
      cell: ({ id, name }, { t }) => name ?? t('list.noName', { number: String(id) }),
    },
    { header: 'list.handling', listPosition: 'titleEnd', cell: (lead) => <HandlingBadge {...lead} /> },
    { header: 'list.kind', listPosition: 'second', cell: ({ kind }, { t }) => t(`kinds.${kind}`) },
    { header: 'list.state', listPosition: 'secondEnd', cell: ({ state }, { t }) => t(`states.${state}`) },
    {
      header: 'list.contact',
      listPosition: 'note',
      cell: ({ phone, email }) => <ContactCell phone={phone && formatPhone(phone)} email={email} />,
    },
    { header: 'list.product', cell: ({ product }) => product ?? '—' },
    { header: 'list.checks', listPosition: 'last', cell: (lead) => <ChecksCell lead={lead} /> },
    { header: 'list.files', kind: 'number', cell: ({ files }) => files },
    { header: 'list.created', cell: ({ created_at: at }, { instant }) => instant(at) },
  ],
  rowKey: ({ id }) => id,
  opens: ({ id }) => `/operator/leads/${id}`,
  exported: { call: exportLeads, label: 'list.export', hint: 'list.exportHint' },
})

export const load = loadListPage(leadsPage)

export function LeadsScreen() {
  return <ListPageView page={leadsPage} />
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

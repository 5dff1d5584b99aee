import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { SavedFilters } from '#domains/operators/desk/saved-filters/web/saved-filters.tsx'
import { maxMatchingCustomers } from '#kit/backoffice/list-limits.ts'
import { assigneeFilter } from '#kit/backoffice/web/assignee-filter.tsx'
import { listPage, loadListPage } from '#kit/backoffice/web/list-page.ts'
import { ListPageView } from '#kit/backoffice/web/list-page-view.tsx'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { useSend } from '#kit/web/portal.ts'
import type { DutyKind } from '../../../kinds.ts'
import { exportDuties } from '../downloads.ts'
import { dutyActors, dutyTimes, promisedLaw } from '../rules.ts'
import { BulkBar } from './bulk-bar.tsx'
import { DueBadge, DutyActions, DutyCheckbox, DutyName, NormCell, RecordButton } from './duty-cells.tsx'
import { dutiesQuery, dutyChoicesQuery } from './queries.ts'
import { type DutyControls, useDutyControls } from './use-duty-controls.ts'

const AssignDialog = lazyPart(async () => (await import('./assign-dialog.tsx')).AssignDialog)
const EndDialog = lazyPart(async () => (await import('./end-dialog.tsx')).EndDialog)
const RecordDialog = lazyPart(async () => (await import('./record-dialog.tsx')).RecordDialog)
const NormsDialog = lazyPart(async () => (await import('./norms-dialog.tsx')).NormsDialog)

/** What is due, overdue first. */
const dutiesPage = listPage({
  path: '/operator/duties',
  texts: 'desk-duties',
  maxMatches: maxMatchingCustomers,
  query: dutiesQuery,
  otherQueries: [dutyChoicesQuery],
  SavedViews: SavedFilters,
  useControls: useDutyControls,
  action: ({ controls }) => <RecordButton onRecord={() => controls.open('record')} />,
  filters: {
    when: { label: 'when', any: 'anyTime', values: dutyTimes, nameOf: (time, t) => t(`times.${time}`) },
    kind: {
      label: 'kind',
      any: 'anyKind',
      useOptions: useKindOptions,
      parse: (text) => (text ? (text as DutyKind) : undefined),
    },
    law: { label: 'law', any: 'anyLaw', useOptions: useLawOptions, parse: (text) => text || undefined },
    actor: { label: 'actor', any: 'anyActor', values: dutyActors, nameOf: (actor, t) => t(`actors.${actor}`) },
    assignee: assigneeFilter({
      ...{ texts: 'desk-duties', label: 'assignee' },
      useOperators: () => useSuspenseQuery(dutyChoicesQuery(useSend())).data.operators,
    }),
  },
  columns: [
    {
      header: 'columns.select',
      kind: 'actions',
      listPosition: 'beside',
      cell: (duty, { controls }) => <DutyCheckbox {...{ duty, controls }} />,
    },
    { header: 'kind', kind: 'name', listPosition: 'title', cell: (duty) => <DutyName duty={duty} /> },
    { header: 'columns.due', listPosition: 'titleEnd', cell: (duty) => <DueBadge duty={duty} /> },
    { header: 'columns.customer', listPosition: 'second', cell: ({ customer }) => customer?.name ?? '—' },
    {
      header: 'columns.norm',
      listPosition: 'note',
      cell: (duty, { controls }) => <NormCell duty={duty} onShowNorms={() => controls.open({ norms: duty })} />,
    },
    { header: 'assignee', cell: ({ assignee }) => assignee?.name ?? '—' },
    {
      header: 'columns.actions',
      kind: 'actions',
      listPosition: 'last',
      cell: (duty, { controls }) => <DutyActions duty={duty} onEnd={() => controls.open({ end: duty })} />,
    },
  ],
  rowKey: ({ id }) => id,
  exported: { call: exportDuties, label: 'export', hint: 'exportHint' },
  after: ({ items }, { controls }) => items.length > 0 && <BulkBar duties={items} controls={controls} />,
  dialog: ({ controls }) => <DutyDialog controls={controls} />,
})

export const load = loadListPage(dutiesPage)

export function DutiesScreen() {
  return <ListPageView page={dutiesPage} />
}

function DutyDialog({ controls: { edit, close, selection } }: { controls: DutyControls }) {
  if (!edit) return null
  if (edit === 'record') return <RecordDialog onClose={close} />
  if ('norms' in edit) return <NormsDialog duty={edit.norms} onClose={close} />
  if ('end' in edit) return <EndDialog duty={edit.end} onClose={close} />
  return <AssignDialog ids={edit.assign} onClose={close} onDone={selection.clear} />
}

function useKindOptions() {
  const t = useTranslations('desk-duties.kinds')
  const { data } = useSuspenseQuery(dutyChoicesQuery(useSend()))
  return data.kinds
    .map((kind) => ({ value: kind, label: t(kind) }))
    .sort((one, other) => one.label.localeCompare(other.label))
}

function useLawOptions() {
  const t = useTranslations('desk-duties')
  const { data } = useSuspenseQuery(dutyChoicesQuery(useSend()))
  return data.laws.map((law) => ({ value: law, label: law === promisedLaw ? t('promise') : law }))
}

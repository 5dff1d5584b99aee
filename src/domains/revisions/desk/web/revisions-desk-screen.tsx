import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { SavedFilters } from '#domains/operators/desk/saved-filters/web/saved-filters.tsx'
import { assigneeFilter } from '#kit/backoffice/web/assignee-filter.tsx'
import { listPage, loadListPage } from '#kit/backoffice/web/list-page.ts'
import { ListPageView } from '#kit/backoffice/web/list-page-view.tsx'
import { RoleButton } from '#kit/backoffice/web/role-button.tsx'
import { SelectRow, useRowSelection } from '#kit/backoffice/web/row-selection.tsx'
import { useOpenDialog } from '#kit/backoffice/web/use-open-dialog.ts'
import { useSend } from '#kit/web/portal.ts'
import { revisionKinds, revisionStates } from '../../rules.ts'
import { exportRevisions } from '../downloads.ts'
import { progressFilters } from '../filters.ts'
import { BulkActs } from './bulk-acts.tsx'
import { deskRevisionsQuery, revisionChoicesQuery } from './queries.ts'
import { StartRevisionDialog } from './start-revision-dialog.tsx'

/** The revisions with the progress of their notices. */
const revisionsPage = listPage({
  path: '/operator/revisions',
  texts: 'desk-revisions',
  query: deskRevisionsQuery,
  otherQueries: [revisionChoicesQuery],
  hasSearch: false,
  SavedViews: SavedFilters,
  filters: {
    kind: { label: 'columns.kind', any: 'anyKind', values: revisionKinds, nameOf: (kind, t) => t(`kinds.${kind}`) },
    state: {
      label: 'columns.state',
      any: 'anyState',
      values: revisionStates,
      nameOf: (state, t) => t(`states.${state}`),
    },
    progress: {
      label: 'progressFilter',
      any: 'anyProgress',
      values: progressFilters,
      nameOf: (progress, t) => t(`progressFilters.${progress}`),
    },
    assignee: assigneeFilter({
      ...{ texts: 'desk-revisions', label: 'columns.assignee' },
      useOperators: () => useSuspenseQuery(revisionChoicesQuery(useSend())).data.operators,
    }),
  },
  exported: { call: exportRevisions, label: 'export', hint: 'exportHint' },
  columns: [
    {
      header: 'columns.select',
      kind: 'actions',
      listPosition: 'beside',
      cell: ({ id, product, tariff }, { t, controls: { selection } }) => (
        <SelectRow
          value={id}
          label={t('select', { name: t('one.title', { product, tariff }) })}
          isSelected={selection.isSelected(id)}
          onToggle={() => selection.toggle(id)}
        />
      ),
    },
    {
      header: 'columns.product',
      kind: 'name',
      listPosition: 'title',
      cell: ({ product, tariff }, { t }) => t('one.title', { product, tariff }),
    },
    { header: 'columns.kind', listPosition: 'second', cell: ({ kind }, { t }) => t(`kinds.${kind}`) },
    { header: 'columns.appliesOn', listPosition: 'secondEnd', cell: ({ applies_on }, { day }) => day(applies_on) },
    { header: 'columns.notifyBy', cell: ({ notify_by }, { day }) => day(notify_by) },
    {
      header: 'columns.progress',
      listPosition: 'note',
      cell: ({ notified, contracts }, { t, count }) =>
        t('progress', { notified: count(notified), contracts: count(contracts) }),
    },
    { header: 'columns.state', listPosition: 'titleEnd', cell: ({ state }, { t }) => t(`states.${state}`) },
    { header: 'columns.assignee', cell: ({ assignee }) => assignee?.name ?? '—' },
  ],
  after: ({ items }, { controls: { selection } }) =>
    items.length > 0 && <BulkActs ids={items.map(({ id }) => id)} selection={selection} />,
  rowKey: ({ id }) => id,
  opens: ({ id }) => `/operator/revisions/${id}`,
  useControls: () => ({ ...useOpenDialog<'start'>(), selection: useRowSelection<string>() }),
  action: ({ controls }) => <StartButton onOpen={() => controls.open('start')} />,
  dialog: ({ controls }) => controls.edit && <StartRevisionDialog onClose={controls.close} />,
})

export const load = loadListPage(revisionsPage)

export function RevisionsDeskScreen() {
  return <ListPageView page={revisionsPage} />
}

function StartButton({ onOpen }: { onOpen: () => void }) {
  const t = useTranslations('desk-revisions.start')
  return (
    <RoleButton roles={['sales']} onClick={onOpen}>
      {t('open')}
    </RoleButton>
  )
}

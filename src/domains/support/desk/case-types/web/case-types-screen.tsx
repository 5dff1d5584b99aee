import { useTranslations } from 'use-intl'
import { listPage, loadListPage } from '#kit/backoffice/web/list-page.ts'
import { ListPageView } from '#kit/backoffice/web/list-page-view.tsx'
import { useOpenDialog } from '#kit/backoffice/web/use-open-dialog.ts'
import { Button } from '#kit/web/action/button.tsx'
import { Badge } from '#kit/web/display/badge.tsx'
import { plus } from '#kit/web/graphics/icons.ts'
import type { CaseType } from '../api.ts'
import { CaseTypeDialog, type CaseTypeEdit } from './case-type-dialog.tsx'
import { caseTypesQuery } from './queries.ts'
import { useTermName } from './use-term-name.ts'

/** The case types that customers can choose from. */
const caseTypesPage = listPage({
  path: '/operator/case-types',
  texts: 'desk-case-types',
  query: caseTypesQuery,
  useControls: () => useOpenDialog<CaseTypeEdit>(),
  action: ({ t, view: { kind = 'category' }, controls }) => (
    <Button icon={plus} onClick={() => controls.open({ kind })}>
      {t(kind === 'category' ? 'addCategory' : 'addType')}
    </Button>
  ),
  filters: {
    kind: {
      label: 'kinds',
      values: ['category', 'type'],
      initial: 'category',
      areTabs: true,
      nameOf: (kind, t) => t(kind === 'category' ? 'categories' : 'types'),
    },
  },
  caption: ({ t, view: { kind } }) => t(kind === 'category' ? 'categories' : 'types'),
  useActions: () => ({ termName: useTermName() }),
  columns: [
    {
      header: 'name',
      kind: 'name',
      listPosition: 'title',
      cell: ({ name, type_name: type }, { t }) => (type === null ? name : t('subtypeOf', { name, type })),
    },
    {
      header: 'state',
      listPosition: 'titleEnd',
      cell({ active }, { t }) {
        if (active === null) return '—'
        return active ? t('offered') : <Badge tone="plain">{t('notOffered')}</Badge>
      },
    },
    {
      header: 'energies',
      listPosition: 'second',
      cell: ({ energies }, { t }) => energies?.map((energy) => t(energy)).join(', ') ?? '—',
    },
    {
      header: 'caseType',
      listPosition: 'note',
      cell: ({ case_type: term }, { actions }) => actions.termName(term),
    },
    {
      header: 'forAnyone',
      isShown: ({ kind }) => kind === 'category',
      cell: ({ for_anyone: isFor }, { t }) => t(isFor ? 'yes' : 'no'),
    },
    { header: 'code', isNarrow: true, cell: ({ code }) => code },
    { header: 'order', kind: 'number', cell: ({ order }) => order },
    {
      header: 'actions',
      kind: 'actions',
      listPosition: 'last',
      cell: (item, { controls }) => <CaseTypeActions item={item} onEdit={controls.open} />,
    },
  ],
  rowKey: ({ kind, code }) => `${kind} ${code}`,
  after: ({ case_types: terms, last_order: lastOrder }, { controls: { edit, close } }) =>
    edit && <CaseTypeDialog {...{ edit, terms, lastOrder }} onClose={close} />,
})

export const load = loadListPage(caseTypesPage)

export function CaseTypesScreen() {
  return <ListPageView page={caseTypesPage} />
}

function CaseTypeActions({ item, onEdit }: { item: CaseType; onEdit: (edit: CaseTypeEdit) => void }) {
  const t = useTranslations('desk-case-types')
  const { name, type_name: type } = item
  return (
    <span className="line">
      <Button
        variant="second"
        isSmall
        aria-label={t('editOf', { name: type === null ? name : t('subtypeOf', { name, type }) })}
        onClick={() => onEdit({ item })}
      >
        {t('edit')}
      </Button>
      {item.kind === 'type' && (
        <Button variant="quiet" isSmall onClick={() => onEdit({ kind: 'subtype', type: item })}>
          {t('addSubtype')}
        </Button>
      )}
    </span>
  )
}

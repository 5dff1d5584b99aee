import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DeskList } from '#kit/backoffice/web/desk-list.tsx'
import { ListTable } from '#kit/backoffice/web/list-table.tsx'
import { listViewOf, matchValue, useListView } from '#kit/backoffice/web/list-view.ts'
import { Button } from '#kit/web/action/button.tsx'
import { Badge } from '#kit/web/display/badge.tsx'
import { EmptyState } from '#kit/web/feedback/empty-state.tsx'
import { plus } from '#kit/web/graphics/icons.ts'
import type { Column } from '#kit/web/list/table.tsx'
import { Tabs } from '#kit/web/navigation/tabs.tsx'
import type { LoadContext, SearchParams } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import type { CaseType } from '../api.ts'
import { CaseTypeDialog, type CaseTypeEdit } from './case-type-dialog.tsx'
import { type CaseTypesView, caseTypesQuery } from './queries.ts'
import { useTermName } from './use-term-name.ts'

const path = '/operator/case-types'
const kinds = ['category', 'type'] as const

export function load({ send, prefetch, search }: LoadContext) {
  return prefetch(caseTypesQuery(send, viewOf(search)))
}

/** The case types that customers can choose from. */
export function CaseTypesScreen() {
  const t = useTranslations('desk-case-types')
  const view = useListView(viewOf)
  const names = { category: t('categories'), type: t('types') }
  const [edit, setEdit] = useState<CaseTypeEdit | null>(null)
  return (
    <DeskList
      {...{ path, view }}
      texts={t}
      hint={t('hint')}
      action={
        <Button icon={plus} onClick={() => setEdit({ kind: view.kind })}>
          {t(view.kind === 'category' ? 'addCategory' : 'addType')}
        </Button>
      }
      tabs={
        <Tabs
          label={t('kinds')}
          tabs={kinds.map((kind) => ({ key: kind, label: names[kind], href: `${path}?kind=${kind}` }))}
          current={view.kind}
        />
      }
      filters={<input type="hidden" name="kind" value={view.kind} />}
    >
      <CaseTypesTable {...{ view, edit, setEdit }} caption={names[view.kind]} />
    </DeskList>
  )
}

type CaseTypesProps = {
  view: CaseTypesView
  caption: string
  edit: CaseTypeEdit | null
  setEdit: (edit: CaseTypeEdit | null) => void
}

function CaseTypesTable({ view, caption, edit, setEdit }: CaseTypesProps) {
  const t = useTranslations('desk-case-types')
  const { data } = useSuspenseQuery(caseTypesQuery(useSend(), view))
  const { kind } = view
  const { case_types: terms, last_order: lastOrder } = data
  const columns = useColumns(kind, setEdit)
  const isNarrowed = view.q || view.offset
  const none = isNarrowed ? undefined : <EmptyState title={t('noneYetTitle')}>{t('noneYetWords')}</EmptyState>
  return (
    <>
      <ListTable
        {...{ path, view, columns, none }}
        texts={(key) => (key === 'caption' ? caption : t(key))}
        page={data}
        rowKey={({ kind, code }) => `${kind} ${code}`}
      />
      {edit && <CaseTypeDialog {...{ edit, terms, lastOrder }} onClose={() => setEdit(null)} />}
    </>
  )
}

function useColumns(shown: CaseTypesView['kind'], onEdit: (edited: CaseTypeEdit) => void): Column<CaseType>[] {
  const t = useTranslations('desk-case-types')
  const termName = useTermName()
  const nameOf = ({ name, type_name: type }: CaseType) => (type === null ? name : t('subtypeOf', { name, type }))
  return [
    { key: 'name', header: t('name'), kind: 'name', listPosition: 'title', cell: nameOf },
    {
      key: 'state',
      header: t('state'),
      listPosition: 'titleEnd',
      cell: ({ active }) => {
        if (active === null) return '—'
        return active ? t('offered') : <Badge tone="plain">{t('notOffered')}</Badge>
      },
    },
    {
      key: 'energies',
      header: t('energies'),
      listPosition: 'second',
      cell: ({ energies }) => energies?.map((energy) => t(energy)).join(', ') ?? '—',
    },
    { key: 'term', header: t('caseType'), listPosition: 'note', cell: ({ case_type: term }) => termName(term) },
    ...(shown === 'category'
      ? [
          {
            key: 'anyone',
            header: t('forAnyone'),
            cell: ({ for_anyone: isFor }: CaseType) => t(isFor ? 'yes' : 'no'),
          },
        ]
      : []),
    { key: 'code', header: t('code'), isNarrow: true, cell: ({ code }) => code },
    { key: 'order', header: t('order'), kind: 'number', cell: ({ order }) => order },
    {
      key: 'actions',
      header: t('actions'),
      kind: 'actions',
      listPosition: 'last',
      cell: (item) => (
        <span className="line">
          <Button
            variant="second"
            isSmall
            aria-label={t('editOf', { name: nameOf(item) })}
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
      ),
    },
  ]
}

function viewOf(search: SearchParams): CaseTypesView {
  return { kind: matchValue(kinds, search.kind) ?? 'category', ...listViewOf(search) }
}

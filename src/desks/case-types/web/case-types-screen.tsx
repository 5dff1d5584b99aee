import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DeskList } from '#desks/common/web/desk-list.tsx'
import { ListTable } from '#desks/common/web/list-table.tsx'
import { listViewOf, namedOf, useListView } from '#desks/common/web/list-view.ts'
import { Empty } from '#kit/web/absence.tsx'
import { Button } from '#kit/web/button.tsx'
import { Chip } from '#kit/web/chip.tsx'
import { plus } from '#kit/web/icons.ts'
import type { LoadContext, Search } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import type { Column } from '#kit/web/table.tsx'
import { Tabs } from '#kit/web/tabs.tsx'
import type { CaseType } from '../api.ts'
import { CaseTypeDialog, type Edited } from './case-type-dialog.tsx'
import { type CaseTypesView, caseTypesQuery } from './queries.ts'
import { useTermName } from './use-term-name.ts'

const path = '/operator/case-types'
const kinds = ['category', 'type'] as const

export function load({ send, prefetch, search }: LoadContext) {
  return prefetch(caseTypesQuery(send, viewOf(search)))
}

/** What customers can write about. */
export function CaseTypesScreen() {
  const t = useTranslations('desk-case-types')
  const view = useListView(viewOf)
  const names = { category: t('categories'), type: t('types') }
  const [edited, setEdited] = useState<Edited | null>(null)
  return (
    <DeskList
      {...{ path, view }}
      words={t}
      hint={t('hint')}
      action={
        <Button icon={plus} onClick={() => setEdited({ kind: view.kind })}>
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
      <CaseTypes {...{ view, edited, setEdited }} caption={names[view.kind]} />
    </DeskList>
  )
}

type CaseTypesProps = {
  view: CaseTypesView
  caption: string
  edited: Edited | null
  setEdited: (edited: Edited | null) => void
}

function CaseTypes({ view, caption, edited, setEdited }: CaseTypesProps) {
  const t = useTranslations('desk-case-types')
  const { data } = useSuspenseQuery(caseTypesQuery(useSend(), view))
  const { kind } = view
  const { case_types: terms, last_order: lastOrder } = data
  const columns = useColumns(kind, setEdited)
  const isNarrowed = view.q || view.offset
  const none = isNarrowed ? undefined : <Empty title={t('noneYetTitle')}>{t('noneYetWords')}</Empty>
  return (
    <>
      <ListTable
        {...{ path, view, columns, none }}
        words={(key) => (key === 'caption' ? caption : t(key))}
        found={data}
        rowKey={({ kind, code }) => `${kind} ${code}`}
      />
      {edited && <CaseTypeDialog {...{ edited, terms, lastOrder }} onClose={() => setEdited(null)} />}
    </>
  )
}

function useColumns(shown: CaseTypesView['kind'], onEdit: (edited: Edited) => void): Column<CaseType>[] {
  const t = useTranslations('desk-case-types')
  const termName = useTermName()
  const nameOf = ({ name, type_name: type }: CaseType) => (type === null ? name : t('subtypeOf', { name, type }))
  return [
    { key: 'name', header: t('name'), kind: 'name', place: 'title', cell: nameOf },
    {
      key: 'state',
      header: t('state'),
      place: 'titleEnd',
      cell: ({ active }) => {
        if (active === null) return '—'
        return active ? t('offered') : <Chip tone="plain">{t('notOffered')}</Chip>
      },
    },
    {
      key: 'energies',
      header: t('energies'),
      place: 'second',
      cell: ({ energies }) => energies?.map((energy) => t(energy)).join(', ') ?? '—',
    },
    { key: 'term', header: t('caseType'), place: 'note', cell: ({ case_type: term }) => termName(term) },
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
      place: 'last',
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

function viewOf(search: Search): CaseTypesView {
  return { kind: namedOf(kinds, search.kind) ?? 'category', ...listViewOf(search) }
}

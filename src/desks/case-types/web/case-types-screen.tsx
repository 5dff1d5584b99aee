import { useSuspenseQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ListPager } from '#desks/common/web/list-pager.tsx'
import { offsetOf } from '#desks/common/web/offset-of.ts'
import { SearchBox } from '#desks/common/web/search-box.tsx'
import { Empty } from '#kit/web/absence.tsx'
import { Button } from '#kit/web/button.tsx'
import { Chip } from '#kit/web/chip.tsx'
import type { LoadContext, Search } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { Retryable } from '#kit/web/retryable.tsx'
import { type Column, Table } from '#kit/web/table.tsx'
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
  const view = viewOf(useSearch({ strict: false }) as Search)
  const names = { category: t('categories'), type: t('types') }
  return (
    <>
      <h1>{t('title')}</h1>
      <Tabs
        label={t('kinds')}
        tabs={kinds.map((kind) => ({ key: kind, label: names[kind], href: `${path}?kind=${kind}` }))}
        current={view.kind}
      />
      <SearchBox label={t('label')} hint={t('hint')} submit={t('find')} value={view.q} path={path}>
        <input type="hidden" name="kind" value={view.kind} />
      </SearchBox>
      <Retryable title={t('failedTitle')} words={t('failedWords')} resetKey={JSON.stringify(view)}>
        <CaseTypes view={view} caption={names[view.kind]} />
      </Retryable>
    </>
  )
}

function CaseTypes({ view, caption }: { view: CaseTypesView; caption: string }) {
  const t = useTranslations('desk-case-types')
  const { data } = useSuspenseQuery(caseTypesQuery(useSend(), view))
  const [edited, setEdited] = useState<Edited | null>(null)
  const { kind, q, offset } = view
  const { items, total, case_types: terms, last_order: lastOrder } = data
  return (
    <>
      <div>
        <Button variant="second" onClick={() => setEdited({ kind })}>
          {t(kind === 'category' ? 'addCategory' : 'addType')}
        </Button>
      </div>
      {items.length ? (
        <Listed items={items} caption={caption} onEdit={setEdited} />
      ) : (
        <None isNarrowed={q !== '' || offset > 0} />
      )}
      <ListPager path={path} view={{ kind, q }} offset={offset} total={total} />
      {edited && <CaseTypeDialog {...{ edited, terms, lastOrder }} onClose={() => setEdited(null)} />}
    </>
  )
}

function None({ isNarrowed }: { isNarrowed: boolean }) {
  const t = useTranslations('desk-case-types')
  if (!isNarrowed) return <Empty title={t('noneTitle')}>{t('noneWords')}</Empty>
  return (
    <Empty kind="filtered" title={t('noneFoundTitle')}>
      {t('noneFoundWords')}
    </Empty>
  )
}

type ListedProps = { items: readonly CaseType[]; caption: string; onEdit: (edited: Edited) => void }

function Listed({ items, caption, onEdit }: ListedProps) {
  const t = useTranslations('desk-case-types')
  const termName = useTermName()
  const nameOf = ({ name, type_name: type }: CaseType) => (type === null ? name : t('subtypeOf', { name, type }))
  const columns: Column<CaseType>[] = [
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
    ...(items[0]!.kind === 'category'
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
  return <Table caption={caption} columns={columns} rows={items} rowKey={({ kind, code }) => `${kind} ${code}`} />
}

function viewOf(search: Search): CaseTypesView {
  return {
    kind: kinds.find((kind) => kind === search.kind) ?? 'category',
    q: search.q?.trim() ?? '',
    offset: offsetOf(search),
  }
}

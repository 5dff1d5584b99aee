import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Empty } from '#kit/web/absence.tsx'
import { Button } from '#kit/web/button.tsx'
import { Chip } from '#kit/web/chip.tsx'
import type { LoadContext } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { Retryable } from '#kit/web/retryable.tsx'
import { type Column, Table } from '#kit/web/table.tsx'
import type { CaseType } from '../api.ts'
import { CaseTypeDialog, type Edited } from './case-type-dialog.tsx'
import { caseTypesQuery } from './queries.ts'
import { useTermName } from './use-term-name.ts'

export function load({ send, prefetch }: LoadContext) {
  return prefetch(caseTypesQuery(send))
}

/** What customers can write about. */
export function CaseTypesScreen() {
  const t = useTranslations('desk-case-types')
  return (
    <>
      <h1>{t('title')}</h1>
      <Retryable title={t('failedTitle')} words={t('failedWords')} resetKey="case-types">
        <CaseTypes />
      </Retryable>
    </>
  )
}

function CaseTypes() {
  const t = useTranslations('desk-case-types')
  const { data } = useSuspenseQuery(caseTypesQuery(useSend()))
  const [edited, setEdited] = useState<Edited | null>(null)
  const categories = data.items.filter(({ kind }) => kind === 'category')
  const types = data.items.filter(({ kind }) => kind !== 'category')
  const lastOrder = Math.max(0, ...data.items.map(({ order }) => order))
  return (
    <>
      <section className="stack" aria-labelledby="categories-title">
        <h2 id="categories-title">{t('categories')}</h2>
        <div>
          <Button variant="second" onClick={() => setEdited({ kind: 'category' })}>
            {t('addCategory')}
          </Button>
        </div>
        <Listed items={categories} caption={t('categories')} onEdit={setEdited} />
      </section>
      <section className="stack" aria-labelledby="types-title">
        <h2 id="types-title">{t('types')}</h2>
        <div>
          <Button variant="second" onClick={() => setEdited({ kind: 'type' })}>
            {t('addType')}
          </Button>
        </div>
        <Listed items={types} caption={t('types')} onEdit={setEdited} />
      </section>
      {edited && (
        <CaseTypeDialog edited={edited} terms={data.case_types} lastOrder={lastOrder} onClose={() => setEdited(null)} />
      )}
    </>
  )
}

type ListedProps = { items: readonly CaseType[]; caption: string; onEdit: (edited: Edited) => void }

function Listed({ items, caption, onEdit }: ListedProps) {
  const t = useTranslations('desk-case-types')
  const termName = useTermName()
  if (!items.length) return <Empty title={t('noneTitle')}>{t('noneWords')}</Empty>

  const typeOf = ({ code }: CaseType) =>
    items.find((each) => each.kind === 'type' && code.startsWith(`${each.code}.`))?.name ?? ''
  const nameOf = (item: CaseType) =>
    item.kind === 'subtype' ? t('subtypeOf', { name: item.name, type: typeOf(item) }) : item.name
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

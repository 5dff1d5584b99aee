import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { holdsWords } from '#desks/common/holds-words.ts'
import { DeskList } from '#desks/common/web/desk-list.tsx'
import { listViewOf, useListView } from '#desks/common/web/list-view.ts'
import { type FigureGroup, figureGroups } from '#domains/figures/groups.ts'
import { Empty } from '#kit/web/absence.tsx'
import { Chip } from '#kit/web/chip.tsx'
import { Link } from '#kit/web/link.tsx'
import type { LoadContext } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { type Column, Table } from '#kit/web/table.tsx'
import { formatDay } from '#vocabulary/format.ts'
import type { ListedFigure } from '../api.ts'
import { figuresQuery } from './queries.ts'
import { useFigureWords } from './use-figure-words.ts'

const path = '/operator/regulated'

export function load({ send, prefetch }: LoadContext) {
  return prefetch(figuresQuery(send))
}

/** What norms fix, by kind: what holds today and what comes next. */
export function FiguresScreen() {
  const t = useTranslations('desk-regulated.list')
  const view = useListView(listViewOf)
  return (
    <DeskList {...{ path, view }} words={t} about={t('about')}>
      <Found typed={view.q} />
    </DeskList>
  )
}

function Found({ typed }: { typed: string }) {
  const t = useTranslations('desk-regulated.list')
  const { nameOf } = useFigureWords()
  const { data } = useSuspenseQuery(figuresQuery(useSend()))
  const found = data.filter((figure) => holdsWords(`${nameOf(figure)} ${figure.name}`, typed))
  if (!found.length)
    return (
      <Empty kind="filtered" title={t('noneTitle')}>
        {t('noneWords')}
      </Empty>
    )
  return figureGroups
    .map((group) => ({ group, figures: found.filter((figure) => figure.group === group) }))
    .filter(({ figures }) => figures.length)
    .map(({ group, figures }) => <Group key={group} group={group} figures={figures} />)
}

function Group({ group, figures }: { group: FigureGroup; figures: ListedFigure[] }) {
  const t = useTranslations('desk-regulated')
  const locale = useLocale()
  const { nameOf, valueWords } = useFigureWords()
  const columns: Column<ListedFigure>[] = [
    {
      key: 'name',
      header: t('list.name'),
      kind: 'name',
      place: 'title',
      cell: (figure) => <Link href={`${path}/${encodeURIComponent(figure.name)}`}>{nameOf(figure)}</Link>,
    },
    {
      key: 'present',
      header: t('list.present'),
      place: 'second',
      cell: (figure) => <Present figure={figure} />,
    },
    {
      key: 'since',
      header: t('list.since'),
      cell: ({ present }) => formatDay(present?.valid_from ?? null, locale),
    },
    {
      key: 'next',
      header: t('list.next'),
      place: 'note',
      cell: (figure) =>
        figure.next
          ? t('list.nextOf', {
              value: valueWords(figure, figure.next.values),
              from: formatDay(figure.next.valid_from, locale),
            })
          : '—',
    },
  ]
  const words = t(`groups.${group}`)
  return (
    <section className="stack">
      <h2>{words}</h2>
      <Table
        caption={t('list.caption', { group: words })}
        columns={columns}
        rows={figures}
        rowKey={({ name }) => name}
      />
    </section>
  )
}

/** What holds today. A reduced rate is not always there, while the others are needed. */
function Present({ figure }: { figure: ListedFigure }) {
  const t = useTranslations('desk-regulated.list')
  const { valueWords } = useFigureWords()
  if (!figure.present) return figure.shape === 'reduced_rate' ? '—' : <Chip tone="negative">{t('unknown')}</Chip>
  return (
    <>
      {valueWords(figure, figure.present.values)}{' '}
      {figure.present.is_provisional && <Chip tone="warning">{t('provisional')}</Chip>}
    </>
  )
}

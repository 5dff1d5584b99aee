import { useTranslations } from 'use-intl'
import { type Column, Table } from '../table.tsx'
import { spokenWords, wordsOf, writtenBar } from './bar-words.ts'
import type { ChartData } from './chart-data.ts'
import { levelsOf, type Stretch, sumOf } from './stretches.ts'

type ChartTableProps = {
  caption: string
  data: ChartData
  /** Bars are told together when there are more than so many. */
  mostRows: number
}

/** What the picture shows, in figures. */
export function ChartTable({ caption, data, mostRows }: ChartTableProps) {
  const columns = useColumns(data)
  const levels = levelsOf(data)
  const rows = levels.find((level) => level.length <= mostRows) ?? levels.at(-1)!
  return <Table caption={caption} columns={columns} rows={rows} rowKey={({ first }) => first} />
}

const unknown = '—'

function useColumns(data: ChartData): Column<Stretch>[] {
  const t = useTranslations('kit.chart')
  const { panes, nameOf, noteOf } = data
  return [
    { key: 'name', header: t('when'), kind: 'name', place: 'title', cell: nameOf },
    ...panes.flatMap((pane, index): Column<Stretch>[] => {
      const { series, marks, totals, write } = pane
      const written = (value: number | null) => (value === null ? unknown : write(value))
      const figures = series.map(
        ({ key, label }, place): Column<Stretch> => ({
          key: `${index} ${key}`,
          header: label,
          kind: 'number',
          place: index === 0 && series.length === 1 ? 'titleEnd' : undefined,
          cell: (stretch) => writtenBar(pane, stretch).parts[place] ?? unknown,
        }),
      )
      const total: Column<Stretch> = {
        key: `${index} total`,
        header: totals?.label ?? t('total'),
        kind: 'number',
        place: index === 0 ? 'titleEnd' : undefined,
        cell: (stretch) => writtenBar(pane, stretch).total ?? unknown,
      }
      const marked = marks && {
        key: `${index} marks`,
        header: marks.label,
        kind: 'number' as const,
        cell: (stretch: Stretch) => written(sumOf(marks.values, stretch)),
      }
      return [...figures, ...(series.length > 1 ? [total] : []), ...(marked ? [marked] : [])]
    }),
    ...(noteOf ? [{ key: 'note', header: t('note'), cell: noteOf }] : []),
    {
      key: 'all',
      header: t('figures'),
      place: 'note',
      isListOnly: true,
      cell: (stretch) =>
        [spokenWords(wordsOf(data, stretch, t('total')), t('missing')), noteOf?.(stretch)].filter(Boolean).join('. '),
    },
  ]
}

import { useTranslations } from 'use-intl'
import { type Column, Table } from '../list/table.tsx'
import { describeBarDetails, formatBar, listBarDetails } from './bar-details.ts'
import { type BarRange, levelsOf, sumOf } from './bar-groups.ts'
import type { ChartData } from './chart-data.ts'

type ChartTableProps = {
  caption: string
  data: ChartData
  /** Bars are combined when there are more than this. */
  maxRows: number
}

/** The values of a chart as a table. */
export function ChartTable({ caption, data, maxRows }: ChartTableProps) {
  const columns = useChartColumns(data)
  const levels = levelsOf(data)
  const rows = levels.find((level) => level.length <= maxRows) ?? levels.at(-1)!
  return <Table caption={caption} columns={columns} rows={rows} rowKey={({ first }) => first} />
}

const unknownValue = '—'

function useChartColumns(data: ChartData): Column<BarRange>[] {
  const t = useTranslations('kit.chart')
  const { panes, nameOf, noteOf } = data
  return [
    { key: 'name', header: t('when'), kind: 'name', listPosition: 'title', cell: nameOf },
    ...panes.flatMap((pane, index): Column<BarRange>[] => {
      const { series, marks, totals, format } = pane
      const formatted = (value: number | null) => (value === null ? unknownValue : format(value))
      const figures = series.map(
        ({ key, label }, place): Column<BarRange> => ({
          key: `${index} ${key}`,
          header: label,
          kind: 'number',
          listPosition: index === 0 && series.length === 1 ? 'titleEnd' : undefined,
          cell: (range) => formatBar(pane, range).parts[place] ?? unknownValue,
        }),
      )
      const total: Column<BarRange> = {
        key: `${index} total`,
        header: totals?.label ?? t('total'),
        kind: 'number',
        listPosition: index === 0 ? 'titleEnd' : undefined,
        cell: (range) => formatBar(pane, range).total ?? unknownValue,
      }
      const marked = marks && {
        key: `${index} marks`,
        header: marks.label,
        kind: 'number' as const,
        cell: (range: BarRange) => formatted(sumOf(marks.values, range)),
      }
      return [...figures, ...(series.length > 1 ? [total] : []), ...(marked ? [marked] : [])]
    }),
    ...(noteOf ? [{ key: 'note', header: t('note'), cell: noteOf }] : []),
    {
      key: 'all',
      header: t('figures'),
      listPosition: 'note',
      isListOnly: true,
      cell: (range) =>
        [describeBarDetails(listBarDetails(data, range, t('total')), t('missing')), noteOf?.(range)]
          .filter(Boolean)
          .join('. '),
    },
  ]
}

import type { ReactNode } from 'react'
import { EmptyState } from '#kit/web/feedback/empty-state.tsx'
import { type Column, Table } from '#kit/web/list/table.tsx'
import { ListPager } from './list-pager.tsx'

type ListTableProps<Row> = {
  /** The texts of the list, under the same keys in each section. */
  texts: (key: 'caption' | 'noneTitle' | 'noneWords') => string
  /** The table caption, if it depends on the view. */
  caption?: string
  /** Shown instead of the filtered empty state when no item exists yet. */
  none?: ReactNode
  columns: readonly Column<Row>[]
  page: { items: readonly Row[]; total: number }
  rowKey: (row: Row) => string | number
  path: string
  view: { offset: number; [filter: string]: string | number | undefined }
}

/** A page of results with its pager, or an empty state. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { texts, caption = texts('caption'), none, columns, page, rowKey, path, view } = props
  const { offset, ...filters } = view
  if (!page.items.length)
    return (
      none ?? (
        <EmptyState kind="filtered" title={texts('noneTitle')}>
          {texts('noneWords')}
        </EmptyState>
      )
    )
  return (
    <>
      <Table caption={caption} columns={columns} rows={page.items} rowKey={rowKey} />
      <ListPager path={path} view={filters} offset={offset} total={page.total} />
    </>
  )
}

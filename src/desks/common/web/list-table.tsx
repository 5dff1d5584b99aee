import type { ReactNode } from 'react'
import { Empty } from '#kit/web/absence.tsx'
import { type Column, Table } from '#kit/web/table.tsx'
import { ListPager } from './list-pager.tsx'

type ListTableProps<Row> = {
  /** The texts of the list, under the same keys at each desk. */
  words: (key: 'caption' | 'noneTitle' | 'noneWords') => string
  /** What the rows are, where that depends on the view. */
  caption?: string
  /** What is said instead where nothing is missing but what nobody has made yet. */
  none?: ReactNode
  columns: readonly Column<Row>[]
  found: { items: readonly Row[]; total: number }
  rowKey: (row: Row) => string | number
  path: string
  view: { offset: number; [narrowed: string]: string | number | undefined }
}

/** A page of what was found at a desk and the way to the others, or that there is nothing. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { words, caption = words('caption'), none, columns, found, rowKey, path, view } = props
  const { offset, ...narrowed } = view
  if (!found.items.length)
    return (
      none ?? (
        <Empty kind="filtered" title={words('noneTitle')}>
          {words('noneWords')}
        </Empty>
      )
    )
  return (
    <>
      <Table caption={caption} columns={columns} rows={found.items} rowKey={rowKey} />
      <ListPager path={path} view={narrowed} offset={offset} total={found.total} />
    </>
  )
}

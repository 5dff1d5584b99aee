import type { ReactNode } from 'react'
import { Scrolling } from './scrolling.tsx'
import { spaced } from './spaced.ts'
import styles from './table.module.css'

export type Column<Row> = {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  /** `name` heads its row and is its link; `number` stands right; `actions` needs no visible header. */
  kind?: 'name' | 'text' | 'number' | 'actions'
  /** Where the cell goes when the table is a list, for want of width. Without a place it is left out there. */
  place?: 'title' | 'titleEnd' | 'second' | 'secondEnd' | 'note' | 'last'
  /** Shown in the list and not in the table: what sums several columns up in one line. */
  isListOnly?: boolean
  /** Set narrow in compact density: identifiers, addresses. */
  isNarrow?: boolean
}

type TableProps<Row> = {
  /** What the rows are and in which order, for whoever does not see the heading above. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  hasStickyHead?: boolean
}

// A browser forgets that something is a table once its rows are laid out as a list, unless it is told.
const roles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  header: { role: 'columnheader', scope: 'col' },
  name: { role: 'rowheader', scope: 'row' },
  cell: { role: 'cell' },
} as const

/** A table of things by name; where there is little room for it the same rows as a list. Tell by words beside it when it is empty. */
export function Table<Row>({ caption, columns, rows, rowKey, hasStickyHead }: TableProps<Row>) {
  const isWide = columns.filter((column) => !column.isListOnly).length > 5
  return (
    <div className={styles.container}>
      <Scrolling className={spaced(styles.scroll, isWide && styles.wide)} label={caption}>
        <table {...roles.table} className={spaced(styles.table, hasStickyHead && styles.sticky)}>
          <caption className="visually-hidden">{caption}</caption>
          <thead {...roles.group}>
            <tr {...roles.row}>
              {columns.map((column) => (
                <th {...roles.header} key={column.key} className={classOf(column)}>
                  <span className={column.kind === 'actions' ? 'visually-hidden' : undefined}>{column.header}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody {...roles.group}>
            {rows.map((row) => (
              <tr {...roles.row} key={rowKey(row)}>
                {columns.map((column) => (
                  <Cell key={column.key} column={column} row={row} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolling>
    </div>
  )
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const className = spaced(classOf(column), column.place && styles[column.place])
  return column.kind === 'name' ? (
    <th {...roles.name} className={className}>
      {column.cell(row)}
    </th>
  ) : (
    <td {...roles.cell} className={className}>
      {column.cell(row)}
    </td>
  )
}

function classOf({ kind, isListOnly, isNarrow }: Column<never>) {
  return spaced(
    kind === 'number' && styles.number,
    kind === 'actions' && styles.actions,
    isListOnly && styles.listOnly,
    isNarrow && styles.narrow,
  )
}

import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { RemainingRows } from './remaining-rows.tsx'
import { ScrollContainer } from './scroll-container.tsx'
import styles from './table.module.css'
import { useFirstRows } from './use-first-rows.ts'

export type Column<Row> = {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  /** `name` heads its row and is its link; `number` is right-aligned; `actions` needs no visible header. */
  kind?: 'name' | 'text' | 'number' | 'actions'
  /**
   * The position of the cell in the list layout of a narrow container, `beside` before all others. Without it the cell is
   * omitted there.
   */
  listPosition?: 'beside' | 'title' | 'titleEnd' | 'second' | 'secondEnd' | 'note' | 'last'
  /** Shown only in the list: a summary of several columns in one line. */
  isListOnly?: boolean
  /** Set in narrow type in compact density: identifiers, addresses. */
  isNarrow?: boolean
}

type TableProps<Row> = {
  /** What the rows are and in which order, for users who do not see the heading above. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  hasStickyHead?: boolean
}

// Browsers drop the table semantics of rows laid out as a list, unless the roles are explicit.
const roles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  header: { role: 'columnheader', scope: 'col' },
  name: { role: 'rowheader', scope: 'row' },
  cell: { role: 'cell' },
} as const

/** A table; in a narrow container the same rows as a list. When it is empty, show a message beside it. */
export function Table<Row>({ caption, columns, rows, rowKey, hasStickyHead }: TableProps<Row>) {
  const isWide = columns.filter((column) => !column.isListOnly).length > 5
  const shownRows = useFirstRows(rows)
  const shownColumns = columns.map((column) => ({ ...column, ...attributesOf(column) }))
  return (
    <div className={styles.container}>
      <ScrollContainer className={classNames(styles.scroll, isWide && styles.wide)} label={caption}>
        <table {...roles.table} className={classNames(styles.table, hasStickyHead && styles.sticky)}>
          <caption className="visually-hidden">{caption}</caption>
          <thead {...roles.group}>
            <tr {...roles.row}>
              {shownColumns.map(({ key, kind, header, headerClass }) => (
                <th {...roles.header} key={key} className={headerClass}>
                  <span className={kind === 'actions' ? 'visually-hidden' : undefined}>{header}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody {...roles.group}>
            {shownRows.map((row) => (
              <tr {...roles.row} key={rowKey(row)}>
                {shownColumns.map(({ key, element: Element, attributes, cell }) => (
                  <Element {...attributes} key={key}>
                    {cell(row)}
                  </Element>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollContainer>
      {shownRows.length < rows.length && <RemainingRows shown={shownRows.length} total={rows.length} />}
    </div>
  )
}

/** What the cells of a column have in common, found once for all rows. */
function attributesOf({ kind, isListOnly, isNarrow, listPosition }: Column<never>) {
  const headerClass = classNames(
    kind === 'number' && styles.number,
    kind === 'actions' && styles.actions,
    isListOnly && styles.listOnly,
    isNarrow && styles.narrow,
  )
  const className = classNames(headerClass, listPosition && styles[listPosition])
  return kind === 'name'
    ? { headerClass, element: 'th' as const, attributes: { ...roles.name, className } }
    : { headerClass, element: 'td' as const, attributes: { ...roles.cell, className } }
}

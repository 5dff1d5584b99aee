import { Children, type ReactNode } from 'react'
import { Icon } from '../graphics/icon.tsx'
import { chevronRight, type IconShape } from '../graphics/icons.ts'
import { Link, type LinkProps } from '../navigation/link.tsx'
import { RemainingRows } from './remaining-rows.tsx'
import styles from './row-list.module.css'
import { useFirstRows } from './use-first-rows.ts'

/**
 * Objects, each in a row that is one link; use `Table` for many objects or for figures to compare. Like its, the rows of a
 * long list follow the first ones.
 */
export function RowList({ children }: { children: ReactNode }) {
  const rows = Children.toArray(children)
  const shownRows = useFirstRows(rows)
  return (
    <>
      <ul className={styles.rows}>{shownRows}</ul>
      {shownRows.length < rows.length && <RemainingRows shown={shownRows.length} total={rows.length} />}
    </>
  )
}

type RowLinkProps = {
  glyph: IconShape
  title: ReactNode
  detail?: ReactNode
  /** On the right: a plain status or a badge. */
  end?: ReactNode
  /** The icon for what the link does: a chevron, unless another shape marks a download. */
  icon?: IconShape
} & Omit<LinkProps, 'children' | 'title' | 'className'>

/** A row of a `RowList`. */
export function RowLink({ glyph, title, detail, end, icon = chevronRight, ...link }: RowLinkProps) {
  return (
    <li>
      <Link {...link} className={styles.row}>
        <span className={styles.glyph}>
          <Icon shape={glyph} />
        </span>
        <span>
          <span className={styles.title}>{title}</span>
          {detail && <span className={styles.detail}>{detail}</span>}
        </span>
        <span className={styles.end}>{end}</span>
        <Icon shape={icon} />
      </Link>
    </li>
  )
}

import type { ReactNode } from 'react'
import { Icon } from '../graphics/icon.tsx'
import { chevronRight, type IconShape } from '../graphics/icons.ts'
import { Link, type LinkProps } from '../navigation/link.tsx'
import styles from './row-list.module.css'

/** A few objects, each in a row that is one link; use `Table` for many objects or for figures to compare. */
export function RowList({ children }: { children: ReactNode }) {
  return <ul className={styles.rows}>{children}</ul>
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

import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { chevronRight, type IconShape } from './icons.ts'
import { Link, type LinkProps } from './link.tsx'
import styles from './rows.module.css'

/** A few things, each a row that is one link; for many, or for figures to compare, take `Table`. */
export function Rows({ children }: { children: ReactNode }) {
  return <ul className={styles.rows}>{children}</ul>
}

type RowLinkProps = {
  glyph: IconShape
  title: ReactNode
  detail?: ReactNode
  /** At the right: a plain state or a chip. */
  end?: ReactNode
  /** What following does: goes on, unless another shape says that it downloads. */
  icon?: IconShape
} & Omit<LinkProps, 'children' | 'title' | 'className'>

/** One of the `Rows`. */
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

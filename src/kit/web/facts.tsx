import type { ReactNode } from 'react'
import styles from './facts.module.css'
import { spaced } from './spaced.ts'

type FactsProps = {
  /** `columns` sets each fact under its label, side by side; `pairs` sets label left and value right, one under another. */
  layout?: 'columns' | 'pairs'
  isSmall?: boolean
  children: ReactNode
}

/** What is known of one thing. Its children are `Fact`s. */
export function Facts({ layout = 'columns', isSmall, children }: FactsProps) {
  return <dl className={spaced(styles[layout], isSmall && styles.small)}>{children}</dl>
}

/** One fact. What is missing is —, never 0. `isTotal` closes a sum. */
export function Fact({ label, isTotal, children }: { label: ReactNode; isTotal?: boolean; children?: ReactNode }) {
  return (
    <div className={isTotal ? styles.total : undefined}>
      <dt>{label}</dt>
      <dd>{children ?? '—'}</dd>
    </div>
  )
}

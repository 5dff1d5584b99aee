import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './description-list.module.css'

type DescriptionListProps = {
  /** `columns` shows each value under its label, side by side; `pairs` shows label left and value right, stacked. */
  layout?: 'columns' | 'pairs'
  isSmall?: boolean
  children: ReactNode
}

/** A list of labelled values. Its children are `DescriptionItem`s. */
export function DescriptionList({ layout = 'columns', isSmall, children }: DescriptionListProps) {
  return <dl className={classNames(styles[layout], isSmall && styles.small)}>{children}</dl>
}

/** A labelled value. A missing value is —, never 0. `isTotal` closes a sum. */
export function DescriptionItem({
  label,
  isTotal,
  children,
}: {
  label: ReactNode
  isTotal?: boolean
  children?: ReactNode
}) {
  return (
    <div className={isTotal ? styles.total : undefined}>
      <dt>{label}</dt>
      <dd>{children ?? '—'}</dd>
    </div>
  )
}

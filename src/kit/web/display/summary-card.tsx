import { type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import { KeyFigure } from './key-figure.tsx'
import styles from './summary-card.module.css'

type SummaryCardProps = {
  /** The name of the figure: "Factura de octubre". */
  label: string
  /** The main figure of the page, as formatted. */
  figure?: string
  /** One sentence: what happens and when. */
  children: ReactNode
  /** At most two buttons, a main and a second one. */
  actions?: ReactNode
  /** A drawing of the customer's own data. */
  drawing?: ReactNode
  /** A low strip with its buttons on the right, above a list. */
  isLow?: boolean
  /** The heading of the page itself, where there is no other above (a page not found). */
  isPageTitle?: boolean
}

/** The first element of a page and at most one per page: the main information that users come for. */
export function SummaryCard({ label, figure, children, actions, drawing, isLow, isPageTitle }: SummaryCardProps) {
  const labelId = useId()
  const Heading = isPageTitle ? 'h1' : 'h2'
  return (
    <section className={classNames(styles.card, isLow && styles.low)} aria-labelledby={labelId}>
      <div className={styles.words}>
        <Heading id={labelId} className={isPageTitle ? undefined : styles.label}>
          {label}
        </Heading>
        {figure && <KeyFigure text={figure} size={isLow ? 'medium' : 'large'} />}
        <p className={styles.sentence}>{children}</p>
        {!isLow && actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {isLow && actions && <div className={styles.actions}>{actions}</div>}
      {drawing && <div className={styles.drawing}>{drawing}</div>}
    </section>
  )
}

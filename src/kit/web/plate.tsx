import { type ReactNode, useId } from 'react'
import { Figure } from './figure.tsx'
import styles from './plate.module.css'
import { spaced } from './spaced.ts'

type PlateProps = {
  /** What the figure is: "Factura de octubre". */
  label: string
  /** The one answer of the page, as the formatter wrote it. */
  figure?: string
  /** One sentence: what happens and when. */
  children: ReactNode
  /** At most two buttons, a main and a second one. */
  actions?: ReactNode
  /** A drawing of the customer's own data. */
  drawing?: ReactNode
  /** A low strip with its buttons at the right, above a list. */
  isLow?: boolean
  /** The heading of the page itself, where no other stands above (a page not found). */
  isPageTitle?: boolean
}

/** The first thing on a page, and never two of them: what people came for. */
export function Plate({ label, figure, children, actions, drawing, isLow, isPageTitle }: PlateProps) {
  const labelId = useId()
  const Heading = isPageTitle ? 'h1' : 'h2'
  return (
    <section className={spaced(styles.plate, isLow && styles.low)} aria-labelledby={labelId}>
      <div className={styles.words}>
        <Heading id={labelId} className={isPageTitle ? undefined : styles.label}>
          {label}
        </Heading>
        {figure && <Figure text={figure} size={isLow ? 'medium' : 'large'} />}
        <p className={styles.sentence}>{children}</p>
        {!isLow && actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {isLow && actions && <div className={styles.actions}>{actions}</div>}
      {drawing && <div className={styles.drawing}>{drawing}</div>}
    </section>
  )
}

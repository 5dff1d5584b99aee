import styles from './key-figure.module.css'

const noBreakSpace = '\u00a0'

/**
 * The main figure of a page or dialog, as formatted ("52,13 €"). The text after its no-break space is the unit, which
 * is smaller in the large size.
 */
export function KeyFigure({ text, size = 'large' }: { text: string; size?: 'large' | 'medium' }) {
  const [number, unit] = text.split(noBreakSpace)
  return (
    <p className={styles[size]}>
      {number}
      {unit && (
        <>
          {noBreakSpace}
          <span className={styles.unit}>{unit}</span>
        </>
      )}
    </p>
  )
}

import styles from './figure.module.css'

const noBreakSpace = '\u00a0'

/**
 * The one figure that a page or a dialog is about, as the formatter wrote it ("52,13 €"). What follows its
 * no-break space is the unit and stands smaller in the large size.
 */
export function Figure({ text, size = 'large' }: { text: string; size?: 'large' | 'medium' }) {
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

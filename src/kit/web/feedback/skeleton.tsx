import { useTranslations } from 'use-intl'
import styles from './skeleton.module.css'

type SkeletonProps = {
  /** The content to come: a text, the rows of a table, a summary card or a chart. */
  kind?: 'lines' | 'rows' | 'block'
  /** The number of lines or rows, so that nothing moves when the content arrives. */
  count?: number
}

/** A static placeholder that reserves the place of content being loaded. */
export function Skeleton({ kind = 'lines', count = 3 }: SkeletonProps) {
  const t = useTranslations('kit')
  return (
    <div role="status">
      <span className="visually-hidden">{t('loading')}</span>
      {kind === 'block' ? (
        <div className={styles.block} />
      ) : (
        <div className={kind === 'rows' ? styles.rows : styles.skeleton}>
          {Array.from({ length: count }, (_, index) =>
            kind === 'rows' ? <RowShape key={index} /> : <div key={index} className={styles.line} />,
          )}
        </div>
      )}
    </div>
  )
}

function RowShape() {
  return (
    <div className={styles.row}>
      <div className={styles.line} />
      <div className={styles.line} />
      <div className={styles.line} />
    </div>
  )
}

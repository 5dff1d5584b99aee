import type { ReactNode } from 'react'
import styles from '../kit-page.module.css'

/** The samples of some components under a common heading. */
export function SampleSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

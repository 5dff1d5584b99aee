import { type ReactNode, useId } from 'react'
import styles from '../wizard.module.css'

/** A group of related questions in a step. */
export function QuestionGroup({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <section className={styles.group} aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      {children}
    </section>
  )
}

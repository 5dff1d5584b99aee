import { type ReactNode, useId } from 'react'
import styles from './wizard.module.css'

/** Questions of a step that belong together. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <section className={styles.group} aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      {children}
    </section>
  )
}

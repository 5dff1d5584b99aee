import type { ReactNode } from 'react'
import styles from './disclosure.module.css'
import { Icon } from './icon.tsx'
import { chevronRight } from './icons.ts'

/** What few need, one press away. The browser's own, so it also opens before the page has its script. */
export function Disclosure({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details className={styles.disclosure}>
      <summary>
        <Icon shape={chevronRight} />
        {summary}
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  )
}

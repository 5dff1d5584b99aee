import type { ReactNode } from 'react'
import { Icon } from '../graphics/icon.tsx'
import { chevronRight } from '../graphics/icons.ts'
import styles from './disclosure.module.css'

/**
 * A disclosure for content that few users need. It is the browser's own element, so it also opens before the script of
 * the page has loaded.
 */
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

import type { ReactNode } from 'react'
import { Logo } from '#domains/operator/web/logo.tsx'
import styles from './lone-frame.module.css'

/** A page by itself, with nothing but the logo above it: for when there is no menu to offer. */
export function LoneFrame({ children }: { children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <header>
        <Logo />
      </header>
      <main id="content" className={styles.sheet}>
        {children}
      </main>
    </div>
  )
}

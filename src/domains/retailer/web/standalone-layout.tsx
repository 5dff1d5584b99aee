import type { ReactNode } from 'react'
import { Logo } from './logo.tsx'
import styles from './standalone-layout.module.css'

/** A page with only the logo above it, for when there is no menu. */
export function StandaloneLayout({ children }: { children: ReactNode }) {
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

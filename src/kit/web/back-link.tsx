import type { ReactNode } from 'react'
import styles from './back-link.module.css'
import { Icon } from './icon.tsx'
import { chevronLeft } from './icons.ts'
import { Link, type LinkProps } from './link.tsx'

/** The way back above the title of a page: what it is within. */
export function BackLink({ href, children }: { href: LinkProps['href']; children: ReactNode }) {
  return (
    <Link className={styles.back} href={href}>
      <Icon shape={chevronLeft} />
      {children}
    </Link>
  )
}

import type { ReactNode } from 'react'
import { Icon } from '../graphics/icon.tsx'
import { chevronLeft } from '../graphics/icons.ts'
import styles from './back-link.module.css'
import { Link, type LinkProps } from './link.tsx'

/** A link above the title of a page, to the parent page. */
export function BackLink({ href, children }: { href: LinkProps['href']; children: ReactNode }) {
  return (
    <Link className={styles.back} href={href}>
      <Icon shape={chevronLeft} />
      {children}
    </Link>
  )
}

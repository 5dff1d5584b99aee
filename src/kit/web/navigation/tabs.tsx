import { useLocale } from 'use-intl'
import { formatCount } from '../format-count.ts'
import { Link } from './link.tsx'
import styles from './tabs.module.css'

export type Tab = { key: string; label: string; href: string; count?: number }

/**
 * Tabs for variants of the same thing (electricity, gas), each with its own address. For views of one thing use
 * `SegmentedControl`.
 */
export function Tabs({ label, tabs, current }: { label: string; tabs: readonly Tab[]; current: string }) {
  const locale = useLocale()
  return (
    <nav aria-label={label}>
      <ul className={styles.tabs}>
        {tabs.map((tab) => (
          <li key={tab.key}>
            <Link href={tab.href} aria-current={tab.key === current ? 'page' : undefined}>
              {tab.label}
              {tab.count !== undefined && <span className={styles.count}> {formatCount(tab.count, locale)}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

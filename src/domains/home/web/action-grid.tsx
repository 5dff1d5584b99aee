import { useTranslations } from 'use-intl'
import type { CustomerSettings } from '#domains/operator/settings/join.ts'
import { useHasPage } from '#kit/web/known-pages.ts'
import { Link } from '#kit/web/link.tsx'
import { useBoot } from '#kit/web/portal.ts'
import { offeredActions } from '../actions.ts'
import styles from './action-grid.module.css'

type ActionGridProps = {
  isPage?: boolean
  /** Which energy the customer uses, of which only electricity is measured by hours; undefined where that is not known. */
  usedEnergy?: 'electricity' | 'gas' | undefined
}

/** What can be done, in groups, one press away; the heading of the page where nothing else is. */
export function ActionGrid({ isPage, usedEnergy }: ActionGridProps) {
  const t = useTranslations('home.actions')
  const groups = offeredActions(useBoot().settings as CustomerSettings, useHasPage())
  return (
    <section className="stack stack-wide" aria-label={t('title')}>
      {isPage && <h1>{t('title')}</h1>}
      <div className={styles.groups}>
        {groups.map(({ group, actions }) => (
          <div key={group} className={styles.actions}>
            <h2 className={styles.group}>{t(`groups.${group}`)}</h2>
            <ul className={styles.list}>
              {actions.map(({ name, href }) => (
                <li key={name}>
                  <Link href={href}>{t(`names.${name}`, { energy: usedEnergy ?? 'other' })}</Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  )
}

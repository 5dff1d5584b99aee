import { useTranslations } from 'use-intl'
import type { CustomerSettings } from '#domains/retailer/settings/join-settings.ts'
import { useHasPage } from '#kit/web/navigation/known-pages.ts'
import { Link } from '#kit/web/navigation/link.tsx'
import { useBoot } from '#kit/web/portal.ts'
import { findOfferedActions } from '../actions.ts'
import styles from './action-grid.module.css'

type ActionGridProps = {
  isPage?: boolean
  /** The energy that the customer uses, of which only electricity is measured by the hour; undefined if unknown. */
  usedEnergy?: 'electricity' | 'gas' | undefined
}

/** Shows the actions in groups, each one click away; with the heading of the page if nothing else has one. */
export function ActionGrid({ isPage, usedEnergy }: ActionGridProps) {
  const t = useTranslations('home.actions')
  const groups = findOfferedActions(useBoot().settings as CustomerSettings, useHasPage())
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

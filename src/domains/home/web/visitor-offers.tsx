import { useTranslations } from 'use-intl'
import { useSettings } from '#domains/retailer/web/settings.ts'
import { useHasPage } from '#kit/web/navigation/known-pages.ts'
import { Link } from '#kit/web/navigation/link.tsx'
import { findVisitorOffers } from '../visitor-offers.ts'
import styles from './action-grid.module.css'

/** Shows the offers for visitors: contracts, comparators and the power calculator. */
export function VisitorOffers() {
  const t = useTranslations('home.offers')
  const groups = findVisitorOffers(useSettings(), useHasPage())
  if (groups.length === 0) return null
  return (
    <section aria-label={t('title')}>
      <div className={styles.groups}>
        {groups.map(({ group, offers }) => (
          <div key={group} className={styles.actions}>
            <h2 className={styles.group}>{t(`groups.${group}`)}</h2>
            <ul className={styles.list}>
              {offers.map(({ name, href }) => (
                <li key={name}>
                  <Link href={href}>{t(`names.${name}`)}</Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  )
}

import { useTranslations } from 'use-intl'
import { Link } from '#kit/web/link.tsx'
import styles from './legal-links.module.css'

const places = ['cookies', 'privacy', 'legal-notice', 'accessibility'] as const

/** What the law wants one press away on every page. */
export function LegalLinks() {
  const t = useTranslations('app.legal')
  return (
    <ul className={styles.links} aria-label={t('label')}>
      {places.map((place) => (
        <li key={place}>
          <Link href={`/${place}`}>{t(place)}</Link>
        </li>
      ))}
    </ul>
  )
}

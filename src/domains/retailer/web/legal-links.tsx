import { useTranslations } from 'use-intl'
import { Link } from '#kit/web/navigation/link.tsx'
import styles from './legal-links.module.css'

const legalPagePaths = ['cookies', 'privacy', 'legal-notice', 'accessibility'] as const

/** Links to what the law requires to be one click away on every page. */
export function LegalLinks() {
  const t = useTranslations('app.legal')
  return (
    <ul className={styles.links} data-not-preloaded aria-label={t('label')}>
      {legalPagePaths.map((path) => (
        <li key={path}>
          <Link href={`/${path}`}>{t(path)}</Link>
        </li>
      ))}
    </ul>
  )
}

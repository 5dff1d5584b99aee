import { useRouter } from '@tanstack/react-router'
import { useLocale, useTranslations } from 'use-intl'
import { allRowsQuery } from '../../boot.ts'
import { formatCount } from '../format-count.ts'
import styles from './remaining-rows.module.css'

/**
 * Stands below a list for the rows that are not rendered yet: takes about their room, and leads to the same page with all of
 * them, for browsers without script.
 */
export function RemainingRows({ shown, total }: { shown: number; total: number }) {
  const t = useTranslations('kit.rows')
  const locale = useLocale()
  const { publicHref } = useRouter().state.location
  return (
    <div className={styles.remaining}>
      <p>
        {t('shown', { shown: formatCount(shown, locale), total: formatCount(total, locale) })}{' '}
        <a href={withAllRows(publicHref)}>{t('all')}</a>
      </p>
      {/* As high as its aspect ratio makes it; the policy of pages allows no style attribute. */}
      <svg className={styles.room} viewBox={`0 0 1 ${total - shown}`} aria-hidden="true" />
    </div>
  )
}

function withAllRows(href: string): string {
  // The server never sees a fragment.
  const [address = ''] = href.split('#')
  return `${address}${address.includes('?') ? '&' : '?'}${allRowsQuery.join('=')}`
}

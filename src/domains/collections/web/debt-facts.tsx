import { useLocale, useTranslations } from 'use-intl'
import { DownloadButton } from '#kit/web/action/download-link.tsx'
import { calendarDayOf } from '#vocabulary/calendar-day.ts'
import { formatDay, formatMoney } from '#vocabulary/format.ts'
import type { ListedDebt } from '../api.ts'
import { downloadPaper } from '../downloads.ts'
import styles from './debt-screen.module.css'

/** What a customer has to know about a debt besides its way: the social bonus, what a reconnection costs, and the papers. */
export function DebtFacts({ debt }: { debt: ListedDebt }) {
  const t = useTranslations('collections')
  const locale = useLocale()
  return (
    <>
      {debt.has_social_bonus && <p>{t('socialBonus')}</p>}
      <ReconnectionPrice debt={debt} />
      {debt.papers.length > 0 && (
        <div className={styles.ways}>
          {debt.papers.map(({ id, kind, written_at: at }) => (
            <DownloadButton key={id} call={downloadPaper} params={{ id: String(id) }}>
              {t(`papers.${kind}`, { day: formatDay(calendarDayOf(new Date(at)), locale) })}
            </DownloadButton>
          ))}
        </div>
      )}
    </>
  )
}

function ReconnectionPrice({ debt: { step, reconnection } }: { debt: ListedDebt }) {
  const t = useTranslations('collections.reconnection')
  const locale = useLocale()
  if (!reconnection) return null
  const euros = (amount: number) => formatMoney(Math.round(amount * 100), locale)
  const { amount, with_taxes: withTaxes } = reconnection
  if (amount < 0) return <p>{t('paid', { amount: euros(-amount) })}</p>
  const values = { amount: euros(amount), taxed: withTaxes === null ? 'no' : 'yes', total: euros(withTaxes ?? 0) }
  return <p className="small">{t(step === 'reconnecting' ? 'charged' : 'cost', values)}</p>
}

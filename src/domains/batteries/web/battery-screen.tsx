import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useLocale, useTranslations } from 'use-intl'
import { useWindowTitle } from '#domains/retailer/web/use-window-title.ts'
import { DownloadButton } from '#kit/web/action/download-link.tsx'
import { SummaryCard } from '#kit/web/display/summary-card.tsx'
import { BackLink } from '#kit/web/navigation/back-link.tsx'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { calendarDayOf } from '#vocabulary/calendar-day.ts'
import { formatDay, formatMoney } from '#vocabulary/format.ts'
import { downloadBatteries } from '../downloads.ts'
import { shareStatusOn } from '../rules.ts'
import { BatteryLedger } from './battery-ledger.tsx'
import { BatteryProjection } from './battery-projection.tsx'
import styles from './battery-screen.module.css'
import { BatteryShares } from './battery-shares.tsx'
import { ledgerQuery } from './queries.ts'

export { loadBattery as load } from './load-battery.ts'

/** Shows one solar wallet (battery): its balance, shares, projected balance and every ledger entry. */
export function BatteryScreen() {
  const t = useTranslations('batteries')
  const locale = useLocale()
  const { batteryId } = useParams({ strict: false }) as { batteryId: string }
  const { data: wallet } = useSuspenseQuery(ledgerQuery(useSend(), batteryId))
  useWindowTitle(wallet.name)
  const today = calendarDayOf(new Date(useBoot().now))
  const appliedShares = wallet.shares.filter((share) => shareStatusOn(share, today) === 'active' && share.isApplied)

  return (
    <div className={styles.wallet}>
      <header>
        <BackLink href="/contracts/electricity">{t('wallet.back')}</BackLink>
        <h1>{wallet.name}</h1>
      </header>
      <SummaryCard label={t('wallet.balance')} figure={formatMoney(wallet.balanceCents, locale)}>
        {t('wallet.applied', { count: appliedShares.length })}
      </SummaryCard>
      {wallet.nextExpiry && (
        <p className="note">
          {t('wallet.expires', {
            amount: formatMoney(wallet.nextExpiry.cents, locale),
            day: formatDay(wallet.nextExpiry.day, locale),
          })}
        </p>
      )}
      {wallet.shares.length > 0 && <BatteryShares shares={wallet.shares} today={today} />}
      <BatteryProjection months={wallet.projection} />
      <BatteryLedger entries={wallet.entries}>
        <DownloadButton call={downloadBatteries} params={{ batteries: String(wallet.id) }}>
          {t('export.open')}
        </DownloadButton>
      </BatteryLedger>
    </div>
  )
}

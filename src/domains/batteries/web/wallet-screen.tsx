import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useLocale, useTranslations } from 'use-intl'
import { useWindowTitle } from '#domains/operator/web/use-window-title.ts'
import { BackLink } from '#kit/web/back-link.tsx'
import { DownloadButton } from '#kit/web/download-link.tsx'
import { Plate } from '#kit/web/plate.tsx'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { calendarDayOf } from '#vocabulary/calendar-day.ts'
import { formatDay, formatMoney } from '#vocabulary/format.ts'
import { downloadBatteries } from '../downloads.ts'
import { standingOn } from '../rules.ts'
import { ledgerQuery } from './queries.ts'
import { WalletLedger } from './wallet-ledger.tsx'
import { WalletProjection } from './wallet-projection.tsx'
import styles from './wallet-screen.module.css'
import { WalletShares } from './wallet-shares.tsx'

export { loadWallet as load } from './load-wallet.ts'

/** One solar wallet: what it holds, who shares in it, what it will hold, and every euro that came and went. */
export function WalletScreen() {
  const t = useTranslations('batteries')
  const locale = useLocale()
  const { batteryId } = useParams({ strict: false }) as { batteryId: string }
  const { data: wallet } = useSuspenseQuery(ledgerQuery(useSend(), batteryId))
  useWindowTitle(wallet.name)
  const today = calendarDayOf(new Date(useBoot().now))
  const using = wallet.shares.filter((share) => standingOn(share, today) === 'active' && share.isApplied)

  return (
    <div className={styles.wallet}>
      <header>
        <BackLink href="/contracts/electricity">{t('wallet.back')}</BackLink>
        <h1>{wallet.name}</h1>
      </header>
      <Plate label={t('wallet.balance')} figure={formatMoney(wallet.balanceCents, locale)}>
        {t('wallet.applied', { count: using.length })}
      </Plate>
      {wallet.nextExpiry && (
        <p className="note">
          {t('wallet.expires', {
            amount: formatMoney(wallet.nextExpiry.cents, locale),
            day: formatDay(wallet.nextExpiry.day, locale),
          })}
        </p>
      )}
      {wallet.shares.length > 0 && <WalletShares shares={wallet.shares} today={today} />}
      <WalletProjection months={wallet.projection} />
      <WalletLedger entries={wallet.entries}>
        <DownloadButton call={downloadBatteries} params={{ batteries: String(wallet.id) }}>
          {t('export.open')}
        </DownloadButton>
      </WalletLedger>
    </div>
  )
}

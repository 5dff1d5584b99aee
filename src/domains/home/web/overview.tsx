import { useQuery, useSuspenseQueries, useSuspenseQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { OpenRequests } from '#domains/changes/web/open-requests.tsx'
import { owedQuery } from '#domains/invoices/web/queries.ts'
import { RetailerPages } from '#domains/operator/web/retailer-pages.tsx'
import { useCustomerSettings } from '#domains/operator/web/settings.ts'
import { PendingSignatures } from '#domains/signatures/web/pending-signatures.tsx'
import { pendingSignaturesQuery } from '#domains/signatures/web/queries.ts'
import type { SignedIn } from '#kit/boot.ts'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { weekdayOf } from '#vocabulary/day.ts'
import { formatDay } from '#vocabulary/format.ts'
import { madridClock } from '#vocabulary/madrid-clock.ts'
import { calledName } from '../rules.ts'
import { ActionGrid } from './action-grid.tsx'
import { ContractRows } from './contract-rows.tsx'
import { InvoicePlate } from './invoice-plate.tsx'
import { meteredContract } from './metered-contract.ts'
import { MonthSoFar } from './month-so-far.tsx'
import styles from './overview.module.css'
import { PriceNow } from './price-now.tsx'
import { firstContractsQuery } from './queries.ts'

/** What a customer comes for: what is due, what electricity costs now, what the month has used, and the way to everything else. */
export function Overview({ user }: { user: SignedIn }) {
  const t = useTranslations('home')
  const send = useSend()
  const { locale, now } = useBoot()
  const { displayTypes } = useCustomerSettings().features
  const owed = useSuspenseQueries({ queries: displayTypes.map((kind) => owedQuery(send, kind)) })
  const { data: contracts } = useSuspenseQuery(firstContractsQuery(send))
  const { data: pending = [] } = useQuery(pendingSignaturesQuery(send))
  const owedCount = owed.reduce((count, { data }) => count + data.total, 0)
  const { day } = madridClock(new Date(now))
  const metered = meteredContract(contracts.items)
  return (
    <>
      <header className="stack">
        <p className="small soft">
          {t('date', { weekday: t(`weekdays.${weekdayOf(day)}`), day: formatDay(day, locale) })}
        </p>
        <h1>
          {t('greeting', { name: calledName(user) })}{' '}
          {owedCount ? t('owing', { count: owedCount }) : !pending.length && t('allDone')}
        </h1>
      </header>
      <PendingSignatures />
      <InvoicePlate contracts={contracts.items} />
      {metered && (
        <div className={styles.split}>
          <PriceNow contract={metered} />
          <MonthSoFar contract={metered} hasOthers={contracts.total > 1} />
        </div>
      )}
      <OpenRequests />
      <ContractRows {...contracts} />
      <RetailerPages />
      <ActionGrid />
    </>
  )
}

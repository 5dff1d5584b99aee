import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { OwnCoupons } from '#domains/offers/web/own-coupons.tsx'
import { HomeBanners } from '#domains/operator/web/home-banners.tsx'
import { RetailerPages } from '#domains/operator/web/retailer-pages.tsx'
import { useCustomerSettings } from '#domains/operator/web/settings.ts'
import { PendingSignatures } from '#domains/signatures/web/pending-signatures.tsx'
import { pendingSignaturesQuery } from '#domains/signatures/web/queries.ts'
import { OpenRequests } from '#domains/support/web/open-requests.tsx'
import type { SignedIn } from '#kit/boot.ts'
import { Failed } from '#kit/web/absence.tsx'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { weekdayOf } from '#vocabulary/day.ts'
import { formatDay } from '#vocabulary/format.ts'
import { madridClock } from '#vocabulary/madrid-clock.ts'
import { calledName, usedEnergyOf } from '../rules.ts'
import { ActionGrid } from './action-grid.tsx'
import { ContractRows } from './contract-rows.tsx'
import { InvoicePlate } from './invoice-plate.tsx'
import { LatestInvoices } from './latest-invoices.tsx'
import { meteredContract } from './metered-contract.ts'
import { MonthSoFar } from './month-so-far.tsx'
import { NoContracts } from './no-contracts.tsx'
import styles from './overview.module.css'
import { PriceNow } from './price-now.tsx'
import { firstContractsQuery } from './queries.ts'
import { type Invoices, useInvoices } from './use-invoices.ts'

/** What a customer comes for: what is due, what electricity costs now, what the month has used, and the way to everything else. */
export function Overview({ user }: { user: SignedIn }) {
  const t = useTranslations('home.contracts')
  const { displayTypes } = useCustomerSettings().features
  const contracts = useQuery(firstContractsQuery(useSend(), displayTypes))
  const invoices = useInvoices()
  const { items = [], total = 0 } = contracts.data ?? {}
  const hasNothing = contracts.data?.total === 0 && invoices.told !== null && !invoices.told.newest
  const metered = meteredContract(items)
  const newest = invoices.told?.newest
  return (
    <>
      <Greeting user={user} invoices={invoices} />
      <PendingSignatures />
      {hasNothing ? <NoContracts /> : <InvoicePlate invoices={invoices} contracts={items} />}
      {(metered || newest) && (
        <div className={styles.split}>
          {metered && <PriceNow contract={metered} />}
          <div className={styles.figures}>
            {metered && <MonthSoFar contract={metered} hasOthers={total > 1} />}
            {newest && <LatestInvoices newest={newest} hasOthers={total > 1} />}
          </div>
        </div>
      )}
      <OpenRequests />
      {contracts.isError && !contracts.data && (
        <Failed
          title={t('failed.title')}
          failure={contracts.error}
          onRetry={() => void contracts.refetch()}
          isRetrying={contracts.isFetching}
        >
          {t('failed.text')}
        </Failed>
      )}
      <ContractRows items={items} total={total} />
      <OwnCoupons />
      <HomeBanners />
      <RetailerPages />
      {!hasNothing && <ActionGrid usedEnergy={usedEnergyOf(items, total)} />}
    </>
  )
}

function Greeting({ user, invoices: { told } }: { user: SignedIn; invoices: Invoices }) {
  const t = useTranslations('home')
  const { locale, now } = useBoot()
  const { data: pending = [] } = useQuery(pendingSignaturesQuery(useSend()))
  const { day } = madridClock(new Date(now))
  return (
    <header className="stack">
      <p className="small soft">
        {t('date', { weekday: t(`weekdays.${weekdayOf(day)}`), day: formatDay(day, locale) })}
      </p>
      <h1>
        {t('greeting', { name: calledName(user) })}{' '}
        {told?.newest && (told.due.count ? t('owing', { count: told.due.count }) : !pending.length && t('allDone'))}
      </h1>
    </header>
  )
}

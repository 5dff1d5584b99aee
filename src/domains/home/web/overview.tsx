import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { NextBillSection } from '#domains/bill-forecasts/web/next-bill-section.tsx'
import { DebtBanner } from '#domains/collections/web/debt-banner.tsx'
import { useDebts } from '#domains/collections/web/use-debts.ts'
import { ReturnedDebits } from '#domains/debit-returns/web/returned-debits.tsx'
import { OwnCoupons } from '#domains/offers/web/own-coupons.tsx'
import { HomeBanners } from '#domains/retailer/web/home-banners.tsx'
import { RetailerPages } from '#domains/retailer/web/retailer-pages.tsx'
import { useCustomerSettings } from '#domains/retailer/web/settings.ts'
import { PendingSignatures } from '#domains/signatures/web/pending-signatures.tsx'
import { pendingSignaturesQuery } from '#domains/signatures/web/queries.ts'
import { OpenRequests } from '#domains/support/web/cases/open-requests.tsx'
import type { SignedInUser } from '#kit/boot.ts'
import { ErrorState } from '#kit/web/feedback/empty-state.tsx'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { weekdayOf } from '#vocabulary/day.ts'
import { formatDay } from '#vocabulary/format.ts'
import { readMadridClock } from '#vocabulary/madrid-clock.ts'
import { greetingName, usedEnergyOf } from '../rules.ts'
import { ActionGrid } from './action-grid.tsx'
import { AnnouncedRevisions } from './announced-revisions.tsx'
import { ContractRows } from './contract-rows.tsx'
import { CurrentMonthUse } from './current-month-use.tsx'
import { CurrentEnergyPrice } from './current-price.tsx'
import { InvoiceSummary } from './invoice-summary.tsx'
import { LatestInvoices } from './latest-invoices.tsx'
import { NoContracts } from './no-contracts.tsx'
import styles from './overview.module.css'
import { firstContractsQuery } from './queries.ts'
import { useActiveContract } from './use-active-contract.ts'
import { type HomeInvoices, useHomeInvoices } from './use-home-invoices.ts'

// Loaded on demand: few customers pay in parts.
const PlanBanners = lazyPart(async () => (await import('#domains/collections/web/plan-banners.tsx')).PlanBanners)

/**
 * Shows the customer's overview: what is due, what electricity costs now, this month's usage, and links to everything
 * else.
 */
export function Overview({ user }: { user: SignedInUser }) {
  const t = useTranslations('home.contracts')
  const { displayTypes } = useCustomerSettings().features
  const contracts = useQuery(firstContractsQuery(useSend(), displayTypes))
  const invoices = useHomeInvoices()
  const { items = [], total = 0 } = contracts.data ?? {}
  const hasNothing = contracts.data?.total === 0 && invoices.data !== null && !invoices.data.newest
  const { hasUpstream } = useBoot()
  const metered = useActiveContract({ items, total }, 'electricity')
  const gas = useActiveContract({ items, total }, 'gas')
  const billed = hasUpstream ? [] : [metered, gas].filter((each) => each !== undefined)
  const newest = invoices.data?.newest
  const { plans } = useDebts()
  return (
    <>
      <Greeting user={user} invoices={invoices} />
      <PendingSignatures />
      <AnnouncedRevisions />
      <DebtBanner />
      <Suspense>{plans.length > 0 && <PlanBanners />}</Suspense>
      <ReturnedDebits />
      {hasNothing ? <NoContracts /> : <InvoiceSummary invoices={invoices} contracts={items} />}
      {(metered || newest || billed.length > 0) && (
        <div className={styles.split}>
          {metered && <CurrentEnergyPrice contract={metered} />}
          <div className={styles.figures}>
            {metered && <CurrentMonthUse contract={metered} hasOthers={total > 1} />}
            {billed.map((contract) => (
              <NextBillSection
                key={contract.id}
                contract={contract}
                address={total > 1 ? contract.cups.full_address : undefined}
              />
            ))}
            {newest && <LatestInvoices newest={newest} hasOthers={total > 1} />}
          </div>
        </div>
      )}
      <OpenRequests />
      {contracts.isError && !contracts.data && (
        <ErrorState
          title={t('failed.title')}
          failure={contracts.error}
          onRetry={() => void contracts.refetch()}
          isRetrying={contracts.isFetching}
        >
          {t('failed.text')}
        </ErrorState>
      )}
      <ContractRows items={items} total={total} />
      <OwnCoupons />
      <HomeBanners />
      <RetailerPages />
      {!hasNothing && <ActionGrid usedEnergy={usedEnergyOf(items, total)} />}
    </>
  )
}

function Greeting({ user, invoices: { data } }: { user: SignedInUser; invoices: HomeInvoices }) {
  const t = useTranslations('home')
  const { locale, now } = useBoot()
  const { data: pending = [] } = useQuery(pendingSignaturesQuery(useSend()))
  const { day } = readMadridClock(new Date(now))
  return (
    <header className="stack">
      <p className="small soft">
        {t('date', { weekday: t(`weekdays.${weekdayOf(day)}`), day: formatDay(day, locale) })}
      </p>
      <h1>
        {t('greeting', { name: greetingName(user) })}{' '}
        {data?.newest && (data.due.count ? t('owing', { count: data.due.count }) : !pending.length && t('allDone'))}
      </h1>
    </header>
  )
}

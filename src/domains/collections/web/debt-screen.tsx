import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useCustomerSettings, useFlag } from '#domains/retailer/web/settings.ts'
import { ButtonLink } from '#kit/web/action/button.tsx'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { EmptyState } from '#kit/web/feedback/empty-state.tsx'
import { RetryBoundary } from '#kit/web/feedback/retry-boundary.tsx'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import type { LoadContext } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { calendarDayOf } from '#vocabulary/calendar-day.ts'
import { formatDay, formatMoney } from '#vocabulary/format.ts'
import type { ListedDebt } from '../api.ts'
import styles from './debt-screen.module.css'
import { debtsQuery, loadDebts } from './queries.ts'

// Loaded on demand: with its call, it is needed by who has a debt only.
const DebtFacts = lazyPart(async () => (await import('./debt-facts.tsx')).DebtFacts)
const DebtDeclaration = lazyPart(async () => (await import('./debt-declaration.tsx')).DebtDeclaration)
const DebtPlan = lazyPart(async () => (await import('./debt-plan.tsx')).DebtPlan)

/** Fetches the debts. The screen reports a failure and offers a retry. */
export function load(context: LoadContext) {
  return loadDebts(context)
}

/** Where each unpaid contract stands, what comes next, and how to stop it. */
export function DebtScreen() {
  const t = useTranslations('collections')
  return (
    <div className="stack">
      <h1>{t('title')}</h1>
      <RetryBoundary title={t('failed.title')} message={t('failed.text')} resetKey="debts">
        <Debts />
      </RetryBoundary>
    </div>
  )
}

function Debts() {
  const t = useTranslations('collections')
  const { data } = useSuspenseQuery(debtsQuery(useSend()))
  if (!data.items.length) return <EmptyState title={t('empty.title')}>{t('empty.text')}</EmptyState>
  return data.items.map((debt) => <DebtCard key={debt.id} debt={debt} />)
}

function DebtCard({ debt }: { debt: ListedDebt }) {
  const t = useTranslations('collections')
  const locale = useLocale()
  const { contract, owed, events, next, stops, may_have_pvpc: mayHavePvpc } = debt
  const notice = debt.notice ? t('notice', debt.notice) : 'none'
  return (
    <section className={styles.debt} aria-labelledby={`debt-${debt.id}`}>
      <h2 id={`debt-${debt.id}`}>
        {t('of', { address: contract.address, amount: formatMoney(Math.round(owed * 100), locale) })}
      </h2>
      {stops.map(({ reason, request_id: requestId }) => (
        <Banner
          key={`${reason} ${requestId}`}
          tone="notice"
          action={requestId !== null && <Link href={`/requests/${requestId}`}>{t('seeRequest')}</Link>}
        >
          {t(`stops.${reason}`)}
        </Banner>
      ))}
      <h3>{t('happened')}</h3>
      <ol className={styles.timeline}>
        {events.map(({ kind, at, suspend_on: day }) => (
          <li key={`${kind} ${at}`}>
            <time dateTime={at} className="soft">
              {formatDay(calendarDayOf(new Date(at)), locale)}
            </time>{' '}
            {t(`events.${kind}`, { day: day ? formatDay(day, locale) : '' })}
          </li>
        ))}
      </ol>
      {next && (
        <>
          <h3>{t('next')}</h3>
          <p>
            {next.on
              ? t(`nextOn.${next.kind}`, { day: formatDay(next.on, locale), notice })
              : t(`nextSoon.${next.kind}`, { notice })}
          </p>
        </>
      )}
      <Suspense>
        <DebtFacts debt={debt} />
      </Suspense>
      <Ways debt={debt} />
      <Suspense>{(debt.declaration || debt.declaration_kinds.length > 0) && <DebtDeclaration debt={debt} />}</Suspense>
      <Suspense>{(debt.plan || debt.plan_offer) && <DebtPlan debt={debt} />}</Suspense>
      {mayHavePvpc && <p className="small">{t('pvpc')}</p>}
    </section>
  )
}

/** How a customer stops a suspension: pay, or say that something is wrong or that the supply is essential. */
function Ways({ debt: { contract } }: { debt: ListedDebt }) {
  const t = useTranslations('collections')
  const { features, invoices } = useCustomerSettings()
  const hasRequests = useFlag('crm.case') && features.contact
  // A complaint about the reason of a suspension stops it.
  const search = new URLSearchParams({ contract: contract.name, topic: 'suspension' })
  return (
    <>
      <h3>{t('ways.title')}</h3>
      <div className={styles.ways}>
        {invoices.enablePayment && (
          <ButtonLink href={`/invoices?contractType=${contract.energy}`}>{t('ways.pay')}</ButtonLink>
        )}
        {hasRequests && (
          <ButtonLink variant="second" href={`/requests/create?${search}`}>
            {t('ways.complain')}
          </ButtonLink>
        )}
      </div>
      {hasRequests && <p className="small">{t('ways.others')}</p>}
    </>
  )
}

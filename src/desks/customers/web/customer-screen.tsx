import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { offsetOf } from '#desks/common/web/offset-of.ts'
import { useMoney } from '#desks/common/web/use-money.ts'
import { useRoleReason } from '#desks/common/web/use-role-reason.ts'
import { BackLink } from '#kit/web/back-link.tsx'
import { Fact, Facts } from '#kit/web/facts.tsx'
import { Link } from '#kit/web/link.tsx'
import type { LoadContext, Search } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { Retryable } from '#kit/web/retryable.tsx'
import { telAddress } from '#kit/web/tel-address.ts'
import { formatPhone } from '#vocabulary/format.ts'
import { Accounts } from './accounts.tsx'
import { ConfirmClaim } from './confirm-claim.tsx'
import { Contracts } from './contracts.tsx'
import { Invoices } from './invoices.tsx'
import { LatestCases } from './latest-cases.tsx'
import { contractsQuery, customerQuery, invoicesQuery } from './queries.ts'

export function load({ send, prefetch, params, search }: LoadContext) {
  const id = params.id!
  return Promise.all([
    prefetch(customerQuery(send, id)),
    prefetch(invoicesQuery(send, { id, ...billsOf(search) })),
    prefetch(contractsQuery(send, { id, offset: offsetOf(search) })),
  ])
}

/** A customer: who they are, who signs in for them, what is open, and their contracts. */
export function CustomerScreen() {
  const t = useTranslations('desk-customers.customer')
  const { id } = useParams({ strict: false }) as { id: string }
  const search = useSearch({ strict: false }) as Search
  const offset = offsetOf(search)
  const bills = billsOf(search)
  const answersCases = useRoleReason(['care']) === undefined
  const { data: customer } = useSuspenseQuery(customerQuery(useSend(), id))
  const money = useMoney()
  return (
    <>
      <div>
        <BackLink href="/operator/customers">{t('back')}</BackLink>
        <h1>{customer.name}</h1>
      </div>
      <Facts>
        <Fact label={t('taxId')}>
          {customer.is_claim ? t('claimedTaxId', { taxId: customer.tax_id }) : customer.tax_id}
        </Fact>
        <Fact label={t('kind')}>{t(customer.is_company ? 'company' : 'person')}</Fact>
        <Fact label={t('address')}>{customer.fiscal_address}</Fact>
        <Fact label={t('email')}>
          {customer.email && <Link href={`mailto:${customer.email}`}>{customer.email}</Link>}
        </Fact>
        <Fact label={t('phone')}>
          {customer.phone && <Link href={telAddress(customer.phone)}>{formatPhone(customer.phone)}</Link>}
        </Fact>
      </Facts>
      {customer.is_claim && <ConfirmClaim customer={customer} />}
      <Facts>
        <Fact label={t('contracts')}>{customer.contract_count}</Fact>
        <Fact label={t('unpaid')}>
          {t('unpaidOf', { count: customer.unpaid.count, amount: money(customer.unpaid.amount) })}
        </Fact>
        <Fact label={t('openRequests')}>
          <Link href={`/operator/requests?${all(customer.tax_id)}`}>
            {t('seeAll', { count: customer.open_requests })}
          </Link>
        </Fact>
        <Fact label={t('openCases')}>
          <Link href={`/operator/cases?${all(customer.tax_id)}`}>{t('seeAll', { count: customer.open_cases })}</Link>
        </Fact>
      </Facts>
      <section className="stack">
        <h2>{t('accounts')}</h2>
        <Accounts accounts={customer.accounts} />
      </section>
      <section className="stack">
        <h2>{t('contracts')}</h2>
        <Retryable title={t('failedTitle')} words={t('failedWords')} resetKey={String(offset)}>
          <Contracts id={id} offset={offset} />
        </Retryable>
      </section>
      <section className="stack" id="bills">
        <div className="line">
          <h2>{t(bills.contract ? 'billsOfContract' : 'bills')}</h2>
          {bills.contract && <Link href={`/operator/customers/${id}#bills`}>{t('allBills')}</Link>}
        </div>
        <Retryable title={t('billsFailed')} words={t('failedWords')} resetKey={JSON.stringify(bills)}>
          <Invoices id={id} {...bills} />
        </Retryable>
      </section>
      {answersCases && (
        <section className="stack">
          <h2>{t('cases')}</h2>
          <Retryable title={t('casesFailed')} words={t('failedWords')} resetKey={id}>
            <LatestCases taxId={customer.tax_id} />
          </Retryable>
        </section>
      )}
    </>
  )
}

/** Which bills the address asks for. */
function billsOf({ contract, bills }: Search): { contract: string | undefined; offset: number } {
  return { contract: /^\d{1,9}$/.test(contract ?? '') ? contract : undefined, offset: offsetOf({ offset: bills }) }
}

/** The lists of the other desks, narrowed to a holder and not to what is open. */
function all(taxId: string): URLSearchParams {
  return new URLSearchParams({ q: taxId, state: 'all' })
}

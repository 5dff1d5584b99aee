import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { readOffset } from '#kit/backoffice/web/read-offset.ts'
import { useMoney } from '#kit/backoffice/web/use-money.ts'
import { useRoleDisabledReason } from '#kit/backoffice/web/use-role-reason.ts'
import { parseId } from '#kit/parse-id.ts'
import { RetryBoundary } from '#kit/web/feedback/retry-boundary.tsx'
import { DescriptionItem, DescriptionList } from '#kit/web/list/description-list.tsx'
import { BackLink } from '#kit/web/navigation/back-link.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { telAddress } from '#kit/web/navigation/tel-address.ts'
import type { LoadContext, SearchParams } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { formatPhone } from '#vocabulary/format.ts'
import type { CustomerDetails } from '../api.ts'
import { AccountsTable } from './accounts-table.tsx'
import { ConfirmClaimButton } from './confirm-claim-button.tsx'
import { CustomerConsents } from './customer-consents.tsx'
import { CustomerContractsTable } from './customer-contracts-table.tsx'
import { CustomerInvoicesTable } from './customer-invoices-table.tsx'
import { LatestCases } from './latest-cases.tsx'
import { consentsQuery, contractsQuery, customerQuery, invoicesQuery } from './queries.ts'

export function load({ send, prefetch, params, search }: LoadContext) {
  const id = params.id!
  return Promise.all([
    prefetch(customerQuery(send, id)),
    prefetch(consentsQuery(send, id)),
    prefetch(invoicesQuery(send, { id, ...invoiceFilterOf(search) })),
    prefetch(contractsQuery(send, { id, offset: readOffset(search) })),
  ])
}

/** A customer: personal data, accounts, open items and contracts. */
export function CustomerScreen() {
  const t = useTranslations('desk-customers.customer')
  const { id } = useParams({ strict: false }) as { id: string }
  const search = useSearch({ strict: false }) as SearchParams
  const offset = readOffset(search)
  const invoiceFilter = invoiceFilterOf(search)
  const answersCases = useRoleDisabledReason(['care']) === undefined
  const { data: customer } = useSuspenseQuery(customerQuery(useSend(), id))
  return (
    <>
      <div>
        <BackLink href="/operator/customers">{t('back')}</BackLink>
        <h1>{customer.name}</h1>
      </div>
      <PersonalData customer={customer} />
      {customer.is_claim && <ConfirmClaimButton customer={customer} />}
      <CustomerTotals customer={customer} />
      <section className="stack">
        <h2>{t('accounts')}</h2>
        <AccountsTable accounts={customer.accounts} />
      </section>
      <section className="stack">
        <h2>{t('contracts')}</h2>
        <RetryBoundary title={t('failedTitle')} message={t('failedText')} resetKey={String(offset)}>
          <CustomerContractsTable id={id} offset={offset} />
        </RetryBoundary>
      </section>
      <section className="stack" id="bills">
        <div className="line">
          <h2>{t(invoiceFilter.contract ? 'billsOfContract' : 'bills')}</h2>
          {invoiceFilter.contract && <Link href={`/operator/customers/${id}#bills`}>{t('allBills')}</Link>}
        </div>
        <RetryBoundary title={t('billsFailed')} message={t('failedText')} resetKey={JSON.stringify(invoiceFilter)}>
          <CustomerInvoicesTable id={id} {...invoiceFilter} />
        </RetryBoundary>
      </section>
      <section className="stack">
        <h2>{t('consents')}</h2>
        <RetryBoundary title={t('consentsFailed')} message={t('failedText')} resetKey={`consents ${id}`}>
          <CustomerConsents id={id} />
        </RetryBoundary>
      </section>
      {answersCases && (
        <section className="stack">
          <h2>{t('cases')}</h2>
          <RetryBoundary title={t('casesFailed')} message={t('failedText')} resetKey={id}>
            <LatestCases taxId={customer.tax_id} />
          </RetryBoundary>
        </section>
      )}
    </>
  )
}

/** Returns the invoice filter from the URL. */
function invoiceFilterOf({ contract, bills }: SearchParams): { contract: string | undefined; offset: number } {
  return { contract: parseId(contract) ? contract : undefined, offset: readOffset({ offset: bills }) }
}

/** Returns the URL parameters that filter lists of other sections by a holder, in all states. */
function allOfHolder(taxId: string): URLSearchParams {
  return new URLSearchParams({ q: taxId, state: 'all' })
}

function PersonalData({ customer }: { customer: CustomerDetails }) {
  const t = useTranslations('desk-customers.customer')
  return (
    <DescriptionList>
      <DescriptionItem label={t('taxId')}>
        {customer.is_claim ? t('claimedTaxId', { taxId: customer.tax_id }) : customer.tax_id}
      </DescriptionItem>
      <DescriptionItem label={t('kind')}>{t(customer.is_company ? 'company' : 'person')}</DescriptionItem>
      <DescriptionItem label={t('address')}>{customer.fiscal_address}</DescriptionItem>
      <DescriptionItem label={t('email')}>
        {customer.email && <Link href={`mailto:${customer.email}`}>{customer.email}</Link>}
      </DescriptionItem>
      <DescriptionItem label={t('phone')}>
        {customer.phone && <Link href={telAddress(customer.phone)}>{formatPhone(customer.phone)}</Link>}
      </DescriptionItem>
    </DescriptionList>
  )
}

/** What the customer has open, with links to each. */
function CustomerTotals({ customer }: { customer: CustomerDetails }) {
  const t = useTranslations('desk-customers.customer')
  const money = useMoney()
  return (
    <DescriptionList>
      <DescriptionItem label={t('contracts')}>{customer.contract_count}</DescriptionItem>
      <DescriptionItem label={t('unpaid')}>
        {t('unpaidOf', { count: customer.unpaid.count, amount: money(customer.unpaid.amount) })}
      </DescriptionItem>
      <DescriptionItem label={t('openRequests')}>
        <Link href={`/operator/requests?${allOfHolder(customer.tax_id)}`}>
          {t('seeAll', { count: customer.open_requests })}
        </Link>
      </DescriptionItem>
      <DescriptionItem label={t('openCases')}>
        <Link href={`/operator/cases?${allOfHolder(customer.tax_id)}`}>
          {t('seeAll', { count: customer.open_cases })}
        </Link>
      </DescriptionItem>
    </DescriptionList>
  )
}

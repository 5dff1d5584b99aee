import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { NextBillSection } from '#domains/bill-forecasts/web/next-bill-section.tsx'
import { ChangesSection } from '#domains/changes/web/changes-section.tsx'
import { ConsumptionSection } from '#domains/consumption/web/consumption-section.tsx'
import { useReturnedDebits } from '#domains/debit-returns/web/use-returned-debits.ts'
import { ownDutiesQuery } from '#domains/duties/web/queries.ts'
import { useWindowTitle } from '#domains/retailer/web/use-window-title.ts'
import { PendingSignatures } from '#domains/signatures/web/pending-signatures.tsx'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import type { SearchParams } from '#kit/web/page.ts'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { isPendingStart } from '../rules.ts'
import { toChangedContract } from './changes/to-changed-contract.ts'
import styles from './contract-screen.module.css'
import { ContractData } from './details/contract-data.tsx'
import { ContractDocuments } from './details/contract-documents.tsx'
import { ContractHead } from './details/contract-head.tsx'
import { useReadingHref } from './details/use-reading-href.ts'
import { WithdrawContract } from './details/withdraw-contract.tsx'
import { usePageEnergy } from './list/use-page-energy.ts'
import { agreedDatesQuery, contractQuery } from './queries.ts'

export { loadContract as load } from './details/load-contract.ts'

// Few contracts have one of these, and the page should stay small.
const ReturnedDebits = lazyPart(
  async () => (await import('#domains/debit-returns/web/returned-debits.tsx')).ReturnedDebits,
)

const InactiveContract = lazyPart(async () => (await import('./details/inactive-contract.tsx')).InactiveContract)

const RequestedAddressChange = lazyPart(
  async () => (await import('./changes/requested-address-change.tsx')).RequestedAddressChange,
)

const OwnDuties = lazyPart(async () => (await import('./details/own-duties.tsx')).OwnDuties)

const AgreedDates = lazyPart(async () => (await import('./details/agreed-dates.tsx')).AgreedDates)

const BatterySection = lazyPart(async () => (await import('#domains/batteries/web/battery-section.tsx')).BatterySection)

const CostFigure = lazyPart(async () => (await import('#domains/bill-forecasts/web/cost/cost-figure.tsx')).CostFigure)

/** The page of a contract: its data, its status, its consumption, its solar wallets and its documents. */
export function ContractScreen() {
  const t = useTranslations('contracts')
  const energy = usePageEnergy()
  const { contractName } = useParams({ strict: false }) as { contractName: string }
  const { data: contract } = useSuspenseQuery(contractQuery(useSend(), energy, contractName))
  const readingAddress = useReadingHref(contractName)
  const isReturned = useReturnedDebits().some((returned) => returned.contract?.name === contract.name)
  const { data: owed } = useQuery(ownDutiesQuery(useSend(), contract.name))
  const { hasUpstream } = useBoot()
  const { data: agreed } = useQuery({ ...agreedDatesQuery(useSend(), contract.name), enabled: !hasUpstream })
  const hasAgreed = agreed !== undefined && (agreed.items.length > 0 || agreed.penalty !== null)
  const isAddressRequested = useAddressRequest()
  useWindowTitle(`${t('titleOfOne')} ${contract.name}`)

  return (
    <div className={styles.contract}>
      <ContractHead contract={contract} />
      <Suspense>{isAddressRequested && <RequestedAddressChange contract={contract} />}</Suspense>
      <PendingSignatures contractName={contract.name} />
      <Suspense>
        {owed && <OwnDuties {...owed} contract={contract} />}
        {isReturned && <ReturnedDebits contractName={contract.name} />}
      </Suspense>
      <Suspense>{contract.status !== 'active' && <InactiveContract contract={contract} />}</Suspense>
      <WithdrawContract contract={contract} />
      <ContractData contract={contract} />
      <Suspense>{hasAgreed && <AgreedDates agreed={agreed} />}</Suspense>
      {!isPendingStart(contract.status) && (
        <>
          <ChangesSection id="changes" contract={toChangedContract(contract)} />
          {!hasUpstream && <NextBillSection contract={{ id: contract.id, type: contract.energy }} />}
          <ConsumptionSection
            id="consumption"
            contract={contract}
            costFigure={hasUpstream ? undefined : CostFigure}
            readingAddress={contract.status === 'active' ? readingAddress : null}
          />
        </>
      )}
      <Suspense>
        {contract.shares.length > 0 && (
          <BatterySection
            id="wallet"
            contract={{ name: contract.name, isActive: contract.status === 'active' }}
            shares={contract.shares}
          />
        )}
      </Suspense>
      {contract.attachments.length > 0 && <ContractDocuments attachments={contract.attachments} />}
    </div>
  )
}

/** Whether the page's address has requested the dialog for the postal address, which takes the request out of it. */
function useAddressRequest(): boolean {
  const { action } = useSearch({ strict: false }) as SearchParams
  const [isRequested, setRequested] = useState(false)
  if (action === 'notifAddrChange' && !isRequested) setRequested(true)
  return isRequested
}

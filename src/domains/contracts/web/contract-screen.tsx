import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { NextBillSection } from '#domains/bill-forecasts/web/next-bill-section.tsx'
import { ChangesSection } from '#domains/changes/web/changes-section.tsx'
import { ConsumptionSection } from '#domains/consumption/web/consumption-section.tsx'
import { useReturnedDebits } from '#domains/debit-returns/web/use-returned-debits.ts'
import { useWindowTitle } from '#domains/retailer/web/use-window-title.ts'
import { PendingSignatures } from '#domains/signatures/web/pending-signatures.tsx'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { isPendingStart } from '../rules.ts'
import { RequestedAddressChange } from './changes/requested-address-change.tsx'
import { toChangedContract } from './changes/to-changed-contract.ts'
import styles from './contract-screen.module.css'
import { ContractData } from './details/contract-data.tsx'
import { ContractDocuments } from './details/contract-documents.tsx'
import { ContractHead } from './details/contract-head.tsx'
import { ContractNotice } from './details/contract-notice.tsx'
import { useReadingHref } from './details/use-reading-href.ts'
import { WithdrawContract } from './details/withdraw-contract.tsx'
import { usePageEnergy } from './list/use-page-energy.ts'
import { agreedDatesQuery, contractQuery, ownCompensationsQuery } from './queries.ts'

export { loadContract as load } from './details/load-contract.ts'

// Few contracts have one of these, and the page should stay small.
const ReturnedDebits = lazy(async () => ({
  default: (await import('#domains/debit-returns/web/returned-debits.tsx')).ReturnedDebits,
}))

const CompensationNotices = lazy(async () => ({
  default: (await import('./details/compensation-notices.tsx')).CompensationNotices,
}))

const AgreedDates = lazy(async () => ({ default: (await import('./details/agreed-dates.tsx')).AgreedDates }))

const BatterySection = lazy(async () => ({
  default: (await import('#domains/batteries/web/battery-section.tsx')).BatterySection,
}))

const NextSteps = lazy(async () => ({ default: (await import('./details/next-steps.tsx')).NextSteps }))

/** The page of a contract: its data, its status, its consumption, its solar wallets and its documents. */
export function ContractScreen() {
  const t = useTranslations('contracts')
  const energy = usePageEnergy()
  const { contractName } = useParams({ strict: false }) as { contractName: string }
  const { data: contract } = useSuspenseQuery(contractQuery(useSend(), energy, contractName))
  const readingAddress = useReadingHref(contractName)
  const isReturned = useReturnedDebits().some((returned) => returned.contract?.name === contract.name)
  const { data: compensations = [] } = useQuery(ownCompensationsQuery(useSend(), contract.name))
  const { hasUpstream } = useBoot()
  const { data: agreed } = useQuery({ ...agreedDatesQuery(useSend(), contract.name), enabled: !hasUpstream })
  const hasAgreed = agreed !== undefined && (agreed.items.length > 0 || agreed.penalty !== null)
  useWindowTitle(`${t('titleOfOne')} ${contract.name}`)

  return (
    <div className={styles.contract}>
      <ContractHead contract={contract} />
      <ContractNotice contract={contract} />
      <RequestedAddressChange contract={contract} />
      <PendingSignatures contractName={contract.name} />
      <Suspense>
        {compensations.length > 0 && <CompensationNotices contractName={contract.name} />}
        {isReturned && <ReturnedDebits contractName={contract.name} />}
      </Suspense>
      <Suspense>{isPendingStart(contract.status) && <NextSteps contract={contract} />}</Suspense>
      <WithdrawContract contract={contract} />
      <ContractData contract={contract} />
      <Suspense>{hasAgreed && <AgreedDates agreed={agreed} />}</Suspense>
      {!isPendingStart(contract.status) && (
        <>
          <ChangesSection id="changes" contract={toChangedContract(contract)} />
          {contract.energy === 'electricity' && contract.status === 'active' && (
            <NextBillSection contractId={contract.id} />
          )}
          <ConsumptionSection
            id="consumption"
            contract={contract}
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

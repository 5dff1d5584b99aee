import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocation, useParams } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { WalletSection } from '#domains/batteries/web/wallet-section.tsx'
import { ChangesSection } from '#domains/changes/web/changes-section.tsx'
import { ConsumptionSection } from '#domains/consumption/web/consumption-section.tsx'
import { useWindowTitle } from '#domains/operator/web/use-window-title.ts'
import { PendingSignatures } from '#domains/signatures/web/pending-signatures.tsx'
import { useReadingAddress } from '#domains/support/web/use-reading-address.ts'
import { useSend } from '#kit/web/portal.ts'
import { isBeginning } from '../rules.ts'
import { AskedAddress } from './asked-address.tsx'
import { changedContract } from './changed-contract.ts'
import { ContractData } from './contract-data.tsx'
import { ContractHead } from './contract-head.tsx'
import { ContractNotice } from './contract-notice.tsx'
import styles from './contract-screen.module.css'
import { Documents } from './documents.tsx'
import { energyOfPath } from './list-address.ts'
import { NextSteps } from './next-steps.tsx'
import { contractQuery } from './queries.ts'

export { loadContract as load } from './load-contract.ts'

/** One contract: what it is, how it stands, its consumption, its solar wallets and its documents. */
export function ContractScreen() {
  const t = useTranslations('contracts')
  const energy = energyOfPath(useLocation().pathname)
  const { contractName } = useParams({ strict: false }) as { contractName: string }
  const { data: contract } = useSuspenseQuery(contractQuery(useSend(), energy, contractName))
  const readingAddress = useReadingAddress(contractName)
  useWindowTitle(`${t('titleOfOne')} ${contract.name}`)

  return (
    <div className={styles.contract}>
      <ContractHead contract={contract} />
      <ContractNotice contract={contract} />
      <AskedAddress contract={contract} />
      <PendingSignatures contractName={contract.name} />
      <NextSteps contract={contract} />
      <ContractData contract={contract} />
      {!isBeginning(contract.standing) && (
        <>
          <ChangesSection id="changes" contract={changedContract(contract)} />
          <ConsumptionSection
            id="consumption"
            contract={contract}
            readingAddress={contract.standing === 'active' ? readingAddress : null}
          />
        </>
      )}
      {contract.shares.length > 0 && (
        <WalletSection
          id="wallet"
          contract={{ name: contract.name, isActive: contract.standing === 'active' }}
          shares={contract.shares}
        />
      )}
      {contract.attachments.length > 0 && <Documents attachments={contract.attachments} />}
    </div>
  )
}

import { isPendingStart } from '../../rules.ts'
import type { ContractModel } from '../parse-contract.ts'
import { ContractNotice } from './contract-notice.tsx'
import { NextSteps } from './next-steps.tsx'

/** Explains a contract that is not active: why it cannot be changed, and what follows until it starts. */
export function InactiveContract({ contract }: { contract: ContractModel }) {
  return (
    <>
      <ContractNotice contract={contract} />
      {isPendingStart(contract.status) && <NextSteps contract={contract} />}
    </>
  )
}

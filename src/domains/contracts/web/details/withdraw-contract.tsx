import { lazy, Suspense } from 'react'
import { useBoot } from '#kit/web/portal.ts'
import { addDays } from '#vocabulary/day.ts'
import { readMadridClock } from '#vocabulary/madrid-clock.ts'
import { withdrawalDays } from '../../withdrawal-days.ts'
import type { ContractModel } from '../parse-contract.ts'

// Few contracts are so recent, and the page should stay small.
const WithdrawalSection = lazy(async () => ({
  default: (await import('./withdrawal-section.tsx')).WithdrawalSection,
}))

/** Lets a consumer withdraw within the days after signing. Empty for a contract that was signed long ago, or by a company. */
export function WithdrawContract({ contract }: { contract: ContractModel }) {
  const { signedOn } = contract
  const { now } = useBoot()
  const today = readMadridClock(new Date(now)).day
  const isRecent = signedOn !== null && today <= addDays(signedOn, withdrawalDays)
  return <Suspense>{isRecent && <WithdrawalSection contract={contract} />}</Suspense>
}

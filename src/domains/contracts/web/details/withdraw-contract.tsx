import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { useBoot } from '#kit/web/portal.ts'
import { addDays } from '#vocabulary/day.ts'
import { readMadridClock } from '#vocabulary/madrid-clock.ts'
import { withdrawalDays } from '../../withdrawal-days.ts'
import type { ContractModel } from '../parse-contract.ts'

// Few contracts are so recent, and the page should stay small.
const WithdrawalSection = lazyPart(async () => (await import('./withdrawal-section.tsx')).WithdrawalSection)

/** How long a distributor puts a supply back after a switch that nobody asked for: rejection I6 of the CNMC's table 27. */
const undoDays = 365

/**
 * Lets a consumer withdraw within the days after signing, and anybody report within a year that they did not ask for the
 * contract. Empty for one that was signed before.
 */
export function WithdrawContract({ contract }: { contract: ContractModel }) {
  const t = useTranslations('contracts.withdrawal')
  const { signedOn, name } = contract
  const { now, hasUpstream } = useBoot()
  const today = readMadridClock(new Date(now)).day
  const isRecent = signedOn !== null && today <= addDays(signedOn, withdrawalDays)
  const mayBeUndone = !hasUpstream && signedOn !== null && today <= addDays(signedOn, undoDays)
  return (
    <>
      <Suspense>{isRecent && <WithdrawalSection contract={contract} />}</Suspense>
      {mayBeUndone && (
        <p className="small">
          <Link href={`/unrequested-switch?contract=${encodeURIComponent(name)}`}>{t('unrequested')}</Link>
        </p>
      )}
    </>
  )
}

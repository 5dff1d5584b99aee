import { useLocale, useTranslations } from 'use-intl'
import { Link } from '#kit/web/navigation/link.tsx'
import { contractAddress } from '#vocabulary/contract-address.ts'
import { formatDay } from '#vocabulary/format.ts'
import { readMadridClock } from '#vocabulary/madrid-clock.ts'
import type { Signature } from '../api.ts'
import { contractsOf } from './signature-contracts.ts'

/** The header of a signature: what is signed, for which contracts, and by when. */
export function SignatureHeader({ signature }: { signature: Signature }) {
  const { title, state, expires_at } = signature
  const t = useTranslations('signatures.page')
  const locale = useLocale()
  return (
    <header className="stack">
      {contractsOf(signature).map((contract) => (
        <p key={contract.name} className="small">
          <Link href={contractAddress({ energy: contract.type, name: contract.name })}>
            {t('contract', { name: contract.name })}
          </Link>
        </p>
      ))}
      <h1>{title}</h1>
      {state === 'waiting' && (
        <p className="soft">{t('until', { day: formatDay(readMadridClock(new Date(expires_at)).day, locale) })}</p>
      )}
    </header>
  )
}

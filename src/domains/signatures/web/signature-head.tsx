import { useLocale, useTranslations } from 'use-intl'
import { Link } from '#kit/web/link.tsx'
import { formatDay } from '#vocabulary/format.ts'
import { madridClock } from '#vocabulary/madrid-clock.ts'
import type { Signature } from '../api.ts'
import { contractsOf } from './contracts-of.ts'

/** What is signed, of which contracts, and until when there is time. */
export function SignatureHead({ signature }: { signature: Signature }) {
  const { title, state, expires_at } = signature
  const t = useTranslations('signatures.page')
  const locale = useLocale()
  return (
    <header className="stack">
      {contractsOf(signature).map((contract) => (
        <p key={contract.name} className="small">
          <Link href={contractAddress(contract)}>{t('contract', { name: contract.name })}</Link>
        </p>
      ))}
      <h1>{title}</h1>
      {state === 'waiting' && (
        <p className="soft">{t('until', { day: formatDay(madridClock(new Date(expires_at)).day, locale) })}</p>
      )}
    </header>
  )
}

/** Where the contract of a signature is, in key form. */
export function contractAddress({ name, type }: NonNullable<Signature['contract']>): string {
  return `/contracts/${type}/${encodeURIComponent(name)}`
}

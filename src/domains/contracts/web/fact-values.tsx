import { useTranslations } from 'use-intl'
import { AccountNumber } from '#domains/changes/web/account-number.tsx'
import { Identifier } from '#kit/web/identifier.tsx'
import { cupsGroups } from '#vocabulary/cups.ts'
import { usePowerOfPeriods } from './power-text.ts'
import type { ReadContract } from './read-contract.ts'

type ValueProps = { contract: ReadContract }

/** The contracted power, per period where they differ. */
export function Powers({ contract }: ValueProps) {
  const powerOfPeriods = usePowerOfPeriods()
  return powerOfPeriods(contract.powerWatts).join(' · ') || null
}

/** The account that pays, to be recognised by its end, whose number its holder can have shown. */
export function Account({ contract: { account } }: ValueProps) {
  const t = useTranslations('contracts')
  return account ? <AccountNumber account={account} /> : t('noAccount')
}

/** The CUPS in its groups, to be copied clean. */
export function CupsCode({ contract: { cups } }: ValueProps) {
  const t = useTranslations('contracts.facts')
  return <Identifier label={t('cups')} groups={cupsGroups(cups)} value={cups} />
}

/** How invoices arrive. */
export function Delivery({ contract }: ValueProps) {
  const t = useTranslations('contracts.delivery')
  return t(contract.delivery)
}

/** A link out of the portal, by the name of its host; anything but a web address is only told. */
export function Website({ address }: { address: string }) {
  const url = URL.parse(address)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return address
  return (
    <a href={url.href} target="_blank" rel="noopener noreferrer">
      {url.hostname.replace(/^www\./, '')}
    </a>
  )
}

import { useTranslations } from 'use-intl'
import { AccountNumber } from '#domains/changes/web/account-number.tsx'
import { Identifier } from '#kit/web/display/identifier.tsx'
import { splitCups } from '#vocabulary/split-cups.ts'
import type { ContractModel } from '../parse-contract.ts'
import { usePowerOfPeriods } from './use-power-text.ts'

type ValueProps = { contract: ContractModel }

/** The contracted power, per period where they differ. */
export function Powers({ contract }: ValueProps) {
  const powerOfPeriods = usePowerOfPeriods()
  return powerOfPeriods(contract.powerWatts).join(' · ') || null
}

/** How the contract is paid: the account, masked, whose number its holder can have shown, or another means. */
export function Account({ contract: { account, paymentMeans } }: ValueProps) {
  const t = useTranslations('contracts')
  if (paymentMeans !== 'direct_debit') return t(`paymentMeans.${paymentMeans}`)
  return account ? <AccountNumber account={account} /> : t('noAccount')
}

/** The CUPS in groups, copied without spaces. */
export function CupsCode({ contract: { cups } }: ValueProps) {
  const t = useTranslations('contracts.facts')
  return <Identifier label={t('cups')} groups={splitCups(cups)} value={cups} />
}

/** The delivery of invoices. */
export function Delivery({ contract }: ValueProps) {
  const t = useTranslations('contracts.delivery')
  return t(contract.delivery)
}

/** A link out of the portal, labelled with its host name. Anything but a web address is plain text. */
export function Website({ address }: { address: string }) {
  const url = URL.parse(address)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return address
  return (
    <a href={url.href} target="_blank" rel="noopener noreferrer">
      {url.hostname.replace(/^www\./, '')}
    </a>
  )
}

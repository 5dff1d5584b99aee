import { useTranslations } from 'use-intl'
import { hasConsumption } from '#domains/consumption/rules.ts'
import { useCustomerSettings } from '#domains/operator/web/settings.ts'
import { useReadingAddress } from '#domains/support/web/use-reading-address.ts'
import { BackLink } from '#kit/web/back-link.tsx'
import { ButtonLink } from '#kit/web/button.tsx'
import { DownloadButton } from '#kit/web/download-link.tsx'
import { Icon } from '#kit/web/icon.tsx'
import { chart, flame, lightning } from '#kit/web/icons.ts'
import { Link } from '#kit/web/link.tsx'
import { useBoot } from '#kit/web/portal.ts'
import { downloadContractReport } from '../downloads.ts'
import { isBeginning } from '../rules.ts'
import styles from './contract-head.module.css'
import { ContractSwitch } from './contract-switch.tsx'
import { Debt } from './debt.tsx'
import { contractAddress, invoicesAddress } from './list-address.ts'
import type { ReadContract } from './read-contract.ts'
import { Standing } from './standing.tsx'
import { useContractAction } from './use-contract-action.ts'

/** Which contract this is and how it stands, the way back and to the others, and what can be done with it. */
export function ContractHead({ contract }: { contract: ReadContract }) {
  const t = useTranslations('contracts')
  const { energy, name, street, standing } = contract
  const { features } = useCustomerSettings()
  const action = useContractAction()
  const boot = useBoot()
  const isSupplied = !isBeginning(standing)

  return (
    <header className={styles.head}>
      <BackLink href={`/contracts/${energy}`}>{t('title')}</BackLink>
      <div className={styles.title}>
        <h1>{street}</h1>
        <ContractSwitch contract={contract} />
      </div>
      <StandingLine contract={contract} />
      <div className={styles.actions}>
        {isSupplied && <ButtonLink href={invoicesAddress(contract)}>{t('one.invoices')}</ButtonLink>}
        {isSupplied && hasConsumption(contract, boot) && (
          <ButtonLink variant="second" icon={chart} href="#consumption">
            {t('one.consumption')}
          </ButtonLink>
        )}
        {!features.disableDownloadContractReport && (
          <DownloadButton
            call={downloadContractReport}
            params={{ contractName: name }}
            isStartedAtOnce={action === 'download'}
          >
            {t('one.report')}
          </DownloadButton>
        )}
      </div>
      <MorePages contract={contract} />
    </header>
  )
}

/** The other pages about a contract. */
function MorePages({ contract }: { contract: ReadContract }) {
  const t = useTranslations('contracts.one')
  const { features } = useCustomerSettings()
  const { hasUpstream } = useBoot()
  const address = contractAddress(contract)
  const readingAddress = useReadingAddress(contract.name)
  const reading = contract.standing === 'active' ? readingAddress : null
  const offered: Record<string, boolean> = {
    double_tariff: features.customizeDoubleTariff,
    happy_hours: features.customizeHappyHours,
    happy_day: features.customizeHappyDay,
  }
  const hasTariffChoices = contract.standing === 'active' && contract.tariffOptions.some((kind) => offered[kind])
  return (
    <div className={styles.more}>
      {hasTariffChoices && <Link href={`${address}/tariff`}>{t('tariff')}</Link>}
      {!hasUpstream && <Link href={`${address}/communications`}>{t('communications')}</Link>}
      {reading && <Link href={reading}>{t('reading')}</Link>}
      {features.reclamATCContract && (
        <Link href={`/customer-service?contract=${encodeURIComponent(contract.name)}`}>{t('claim')}</Link>
      )}
    </div>
  )
}

function StandingLine({ contract }: { contract: ReadContract }) {
  const t = useTranslations('contracts.one')
  const { energy, name, standing, debtCents } = contract
  const normal = [
    t('line', { energy, name }),
    ...(standing === 'active' ? [t('active')] : []),
    ...(debtCents > 0 || isBeginning(standing) ? [] : [t('upToDate')]),
  ]
  return (
    <div className={styles.standing}>
      <Icon shape={energy === 'gas' ? flame : lightning} />
      <span>{normal.join(' · ')}</span>
      {standing !== 'active' && <Standing standing={standing} />}
      {debtCents > 0 && <Debt contract={contract} />}
    </div>
  )
}

import { useTranslations } from 'use-intl'
import { hasConsumption } from '#domains/consumption/rules.ts'
import { useCustomerSettings } from '#domains/retailer/web/settings.ts'
import { ButtonLink } from '#kit/web/action/button.tsx'
import { DownloadButton } from '#kit/web/action/download-link.tsx'
import { Icon } from '#kit/web/graphics/icon.tsx'
import { chart, flame, lightning } from '#kit/web/graphics/icons.ts'
import { BackLink } from '#kit/web/navigation/back-link.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { useBoot } from '#kit/web/portal.ts'
import { contractAddress } from '#vocabulary/contract-address.ts'
import { downloadContractReport } from '../../downloads.ts'
import { isPendingStart } from '../../rules.ts'
import { useContractAction } from '../changes/use-contract-action.ts'
import { ContractStatusBadge } from '../contract-status-badge.tsx'
import { DebtBadge } from '../debt-badge.tsx'
import { invoicesAddress } from '../list/list-address.ts'
import type { ContractModel } from '../parse-contract.ts'
import { ContractSwitch } from '../switch/contract-switch.tsx'
import styles from './contract-head.module.css'
import { useReadingHref } from './use-reading-href.ts'

/** The header of a contract page: the contract and its status, links back and to other contracts, and its actions. */
export function ContractHead({ contract }: { contract: ContractModel }) {
  const t = useTranslations('contracts')
  const { energy, name, street, status } = contract
  const { features } = useCustomerSettings()
  const action = useContractAction()
  const boot = useBoot()
  const isSupplied = !isPendingStart(status)

  return (
    <header className={styles.head}>
      <BackLink href={`/contracts/${energy}`}>{t('title')}</BackLink>
      <div className={styles.title}>
        <h1>{street}</h1>
        <ContractSwitch contract={contract} />
      </div>
      <StatusLine contract={contract} />
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

/** Links to the other pages about a contract. */
function MorePages({ contract }: { contract: ContractModel }) {
  const t = useTranslations('contracts.one')
  const { features } = useCustomerSettings()
  const { hasUpstream } = useBoot()
  const address = contractAddress(contract)
  const readingAddress = useReadingHref(contract.name)
  const reading = contract.status === 'active' ? readingAddress : null
  const offered: Record<string, boolean> = {
    double_tariff: features.customizeDoubleTariff,
    happy_hours: features.customizeHappyHours,
    happy_day: features.customizeHappyDay,
  }
  const hasTariffChoices = contract.status === 'active' && contract.tariffOptions.some((kind) => offered[kind])
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

function StatusLine({ contract }: { contract: ContractModel }) {
  const t = useTranslations('contracts.one')
  const { energy, name, status, debtCents } = contract
  const normal = [
    t('line', { energy, name }),
    ...(status === 'active' ? [t('active')] : []),
    ...(debtCents > 0 || isPendingStart(status) ? [] : [t('upToDate')]),
  ]
  return (
    <div className={styles.standing}>
      <Icon shape={energy === 'gas' ? flame : lightning} />
      <span>{normal.join(' · ')}</span>
      {status !== 'active' && <ContractStatusBadge status={status} />}
      {debtCents > 0 && <DebtBadge contract={contract} />}
    </div>
  )
}

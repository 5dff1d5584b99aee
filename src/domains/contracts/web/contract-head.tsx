import { useLocale, useTranslations } from 'use-intl'
import { hasCurves } from '#domains/consumption/rules.ts'
import { useCustomerSettings } from '#domains/operator/web/settings.ts'
import { ButtonLink } from '#kit/web/button.tsx'
import { Chip } from '#kit/web/chip.tsx'
import { DownloadButton } from '#kit/web/download-link.tsx'
import { Icon } from '#kit/web/icon.tsx'
import { bubble, chart, chevronLeft, envelope, flame, lightning } from '#kit/web/icons.ts'
import { Link } from '#kit/web/link.tsx'
import { formatMoney } from '#vocabulary/format.ts'
import { downloadContractReport } from '../downloads.ts'
import styles from './contract-head.module.css'
import { ContractSwitch } from './contract-switch.tsx'
import { contractAddress, invoicesAddress } from './list-address.ts'
import type { ReadContract } from './read-contract.ts'
import { Standing } from './standing.tsx'
import { useContractAction } from './use-contract-action.ts'

/** Which contract this is and how it stands, the way back and to the others, and what can be done with it. */
export function ContractHead({ contract }: { contract: ReadContract }) {
  const t = useTranslations('contracts')
  const { energy, name, street, tariff } = contract
  const { features } = useCustomerSettings()
  const { disableDownloadContractReport, customizeDoubleTariff, customizeHappyHours, customizeHappyDay } = features
  const offered = {
    double_tariff: customizeDoubleTariff,
    happy_hours: customizeHappyHours,
    happy_day: customizeHappyDay,
  }
  const hasTariffChoices =
    contract.standing === 'active' && contract.tariffOptions.some((kind) => offered[kind as keyof typeof offered])
  const action = useContractAction()

  return (
    <header className={styles.head}>
      <Link className={styles.back} href={`/contracts/${energy}`}>
        <Icon shape={chevronLeft} />
        {t('title')}
      </Link>
      <div className={styles.title}>
        <h1>{street}</h1>
        <ContractSwitch contract={contract} />
      </div>
      <StandingLine contract={contract} />
      <div className={styles.actions}>
        <ButtonLink href={invoicesAddress(contract)}>{t('one.invoices')}</ButtonLink>
        {hasCurves(tariff) && (
          <ButtonLink variant="second" icon={chart} href="#consumption">
            {t('one.consumption')}
          </ButtonLink>
        )}
        {hasTariffChoices && (
          <ButtonLink variant="second" href={`${contractAddress(contract)}/tariff`}>
            {t('one.tariff')}
          </ButtonLink>
        )}
        {!disableDownloadContractReport && (
          <DownloadButton
            call={downloadContractReport}
            params={{ contractName: name }}
            isStartedAtOnce={action === 'download'}
          >
            {t('one.report')}
          </DownloadButton>
        )}
        <ButtonLink variant="second" icon={envelope} href={`${contractAddress(contract)}/communications`}>
          {t('one.communications')}
        </ButtonLink>
        {features.reclamATCContract && (
          <ButtonLink variant="second" icon={bubble} href={`/customer-service?contract=${encodeURIComponent(name)}`}>
            {t('one.claim')}
          </ButtonLink>
        )}
      </div>
    </header>
  )
}

function StandingLine({ contract: { energy, name, standing, debtCents } }: { contract: ReadContract }) {
  const t = useTranslations('contracts.one')
  const locale = useLocale()
  const normal = [
    t('line', { energy, name }),
    ...(standing === 'active' ? [t('active')] : []),
    ...(debtCents > 0 ? [] : [t('upToDate')]),
  ]
  return (
    <div className={styles.standing}>
      <Icon shape={energy === 'gas' ? flame : lightning} />
      <span>{normal.join(' · ')}</span>
      {standing !== 'active' && <Standing standing={standing} />}
      {debtCents > 0 && <Chip tone="negative">{t('debt', { amount: formatMoney(debtCents, locale) })}</Chip>}
    </div>
  )
}

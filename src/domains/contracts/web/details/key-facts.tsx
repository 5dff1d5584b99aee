import { useTranslations } from 'use-intl'
import { DescriptionItem } from '#kit/web/list/description-list.tsx'
import { telAddress } from '#kit/web/navigation/tel-address.ts'
import type { ContractModel } from '../parse-contract.ts'
import { Account, CupsCode, Delivery, Powers } from './fact-values.tsx'

/** The most important data: the product, the account, the CUPS, and the phone number for outages. */
export function KeyFacts({ contract }: { contract: ContractModel }) {
  const t = useTranslations('contracts.facts')
  const { energy, pressure, breakdownPhone } = contract
  return (
    <>
      <DescriptionItem label={t('product')}>
        {contract.product} <span className="soft">({contract.tariff})</span>
      </DescriptionItem>
      {energy === 'electricity' ? (
        <DescriptionItem label={t('power')}>
          <Powers contract={contract} />
        </DescriptionItem>
      ) : (
        <DescriptionItem label={t('pressure')}>{pressure}</DescriptionItem>
      )}
      <DescriptionItem label={t('account')}>
        <Account contract={contract} />
      </DescriptionItem>
      <DescriptionItem label={t('cups')}>
        <CupsCode contract={contract} />
      </DescriptionItem>
      <DescriptionItem label={t('delivery')}>
        <Delivery contract={contract} />
      </DescriptionItem>
      <DescriptionItem label={t('breakdown')}>
        {breakdownPhone && <a href={telAddress(breakdownPhone)}>{breakdownPhone}</a>}
      </DescriptionItem>
    </>
  )
}

import { useTranslations } from 'use-intl'
import { useCustomerSettings } from '#domains/retailer/web/settings.ts'
import { DescriptionItem } from '#kit/web/list/description-list.tsx'
import { telAddress } from '#kit/web/navigation/tel-address.ts'
import { AddressButton, CadastralButton, DeliveryButton } from '../changes/change-buttons.tsx'
import { Contact } from '../changes/contact.tsx'
import type { ContractModel } from '../parse-contract.ts'
import { Account, CupsCode, Delivery, Powers, Website } from './fact-values.tsx'

type FactsProps = { contract: ContractModel }

/** The holder, the product and the payment of a contract. */
export function ContractFacts({ contract }: FactsProps) {
  const t = useTranslations('contracts.facts')
  const { refCatastral } = useCustomerSettings()
  const { holder, payer, energy, pressure, flowRate, cadastralReference } = contract
  return (
    <>
      <DescriptionItem label={t('holder')}>{holder}</DescriptionItem>
      <DescriptionItem label={t('payer')}>{payer.name}</DescriptionItem>
      <DescriptionItem label={t('taxId')}>{payer.taxId}</DescriptionItem>
      <DescriptionItem label={t('fiscalAddress')}>{payer.address}</DescriptionItem>
      <DescriptionItem label={t('product')}>{contract.product}</DescriptionItem>
      {energy === 'electricity' ? (
        <DescriptionItem label={t('power')}>
          <Powers contract={contract} />
        </DescriptionItem>
      ) : (
        <>
          <DescriptionItem label={t('pressure')}>{pressure}</DescriptionItem>
          <DescriptionItem label={t('flowRate')}>{flowRate}</DescriptionItem>
        </>
      )}
      <DescriptionItem label={t('account')}>
        <Account contract={contract} />
      </DescriptionItem>
      {refCatastral.enabled && <DescriptionItem label={t('cadastralReference')}>{cadastralReference}</DescriptionItem>}
    </>
  )
}

/** The recipients of letters and invoices about the contract. */
export function ContactFacts({ contract }: FactsProps) {
  const t = useTranslations('contracts.facts')
  const { name, address } = contract.contact
  const { features } = useCustomerSettings()
  return (
    <>
      <DescriptionItem label={t('name')}>{name}</DescriptionItem>
      <DescriptionItem label={t('address')}>
        {address}
        {features.notificacionAddressChange && <AddressButton contract={contract} />}
      </DescriptionItem>
      <DescriptionItem label={t('email')}>
        <Contact contract={contract} field="email" />
      </DescriptionItem>
      <DescriptionItem label={t('phone')}>
        <Contact contract={contract} field="phone" />
      </DescriptionItem>
      <DescriptionItem label={t('delivery')}>
        <Delivery contract={contract} />
        {features.modifyInvoiceOnline && <DeliveryButton contract={contract} />}
      </DescriptionItem>
    </>
  )
}

/** The supply point and its distributor. */
export function SupplyFacts({ contract }: FactsProps) {
  const t = useTranslations('contracts.facts')
  const { street, city, distributor, distributorReference, breakdownPhone, tariff, cadastralReference } = contract
  const { refCatastral } = useCustomerSettings()
  return (
    <>
      <DescriptionItem label={t('cups')}>
        <CupsCode contract={contract} />
      </DescriptionItem>
      <DescriptionItem label={t('address')}>
        {street}, {city}
      </DescriptionItem>
      <DescriptionItem label={t('distributor')}>{distributor?.name}</DescriptionItem>
      <DescriptionItem label={t('distributorReference')}>{distributorReference}</DescriptionItem>
      <DescriptionItem label={t('breakdown')}>
        {breakdownPhone && <a href={telAddress(breakdownPhone)}>{breakdownPhone}</a>}
      </DescriptionItem>
      <DescriptionItem label={t('website')}>
        {distributor?.website && <Website address={distributor.website} />}
      </DescriptionItem>
      <DescriptionItem label={t('tariff')}>{tariff}</DescriptionItem>
      <DescriptionItem label={t('cadastralReference')}>
        {cadastralReference ?? '—'}
        {refCatastral.enabled && refCatastral.modify && <CadastralButton contract={contract} />}
      </DescriptionItem>
    </>
  )
}

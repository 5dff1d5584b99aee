import { useTranslations } from 'use-intl'
import { useCustomerSettings } from '#domains/operator/web/settings.ts'
import { Fact } from '#kit/web/facts.tsx'
import { telAddress } from '#kit/web/tel-address.ts'
import { AddressButton, CadastralButton, DeliveryButton } from './change-buttons.tsx'
import { Contact } from './contact.tsx'
import { Account, CupsCode, Delivery, Powers, Website } from './fact-values.tsx'
import type { ReadContract } from './read-contract.ts'

type FactsProps = { contract: ReadContract }

/** Who made the contract, over what, and how it is paid. */
export function ContractFacts({ contract }: FactsProps) {
  const t = useTranslations('contracts.facts')
  const { refCatastral } = useCustomerSettings()
  const { holder, payer, energy, pressure, flowRate, cadastralReference } = contract
  return (
    <>
      <Fact label={t('holder')}>{holder}</Fact>
      <Fact label={t('payer')}>{payer.name}</Fact>
      <Fact label={t('taxId')}>{payer.taxId}</Fact>
      <Fact label={t('fiscalAddress')}>{payer.address}</Fact>
      <Fact label={t('product')}>{contract.product}</Fact>
      {energy === 'electricity' ? (
        <Fact label={t('power')}>
          <Powers contract={contract} />
        </Fact>
      ) : (
        <>
          <Fact label={t('pressure')}>{pressure}</Fact>
          <Fact label={t('flowRate')}>{flowRate}</Fact>
        </>
      )}
      <Fact label={t('account')}>
        <Account contract={contract} />
      </Fact>
      {refCatastral.enabled && <Fact label={t('cadastralReference')}>{cadastralReference}</Fact>}
    </>
  )
}

/** Where letters and invoices about the contract go. */
export function ContactFacts({ contract }: FactsProps) {
  const t = useTranslations('contracts.facts')
  const { name, address } = contract.contact
  const { features } = useCustomerSettings()
  return (
    <>
      <Fact label={t('name')}>{name}</Fact>
      <Fact label={t('address')}>
        {address}
        {features.notificacionAddressChange && <AddressButton contract={contract} />}
      </Fact>
      <Fact label={t('email')}>
        <Contact contract={contract} field="email" />
      </Fact>
      <Fact label={t('phone')}>
        <Contact contract={contract} field="phone" />
      </Fact>
      <Fact label={t('delivery')}>
        <Delivery contract={contract} />
        {features.modifyInvoiceOnline && <DeliveryButton contract={contract} />}
      </Fact>
    </>
  )
}

/** The place that is supplied, and whose grid it hangs on. */
export function SupplyFacts({ contract }: FactsProps) {
  const t = useTranslations('contracts.facts')
  const { street, city, distributor, distributorReference, breakdownPhone, tariff, cadastralReference } = contract
  const { refCatastral } = useCustomerSettings()
  return (
    <>
      <Fact label={t('cups')}>
        <CupsCode contract={contract} />
      </Fact>
      <Fact label={t('address')}>
        {street}, {city}
      </Fact>
      <Fact label={t('distributor')}>{distributor?.name}</Fact>
      <Fact label={t('distributorReference')}>{distributorReference}</Fact>
      <Fact label={t('breakdown')}>{breakdownPhone && <a href={telAddress(breakdownPhone)}>{breakdownPhone}</a>}</Fact>
      <Fact label={t('website')}>{distributor?.website && <Website address={distributor.website} />}</Fact>
      <Fact label={t('tariff')}>{tariff}</Fact>
      <Fact label={t('cadastralReference')}>
        {cadastralReference ?? '—'}
        {refCatastral.enabled && refCatastral.modify && <CadastralButton contract={contract} />}
      </Fact>
    </>
  )
}

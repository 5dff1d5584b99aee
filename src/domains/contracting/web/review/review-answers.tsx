import { useLocale, useTranslations } from 'use-intl'
import { toPostalAddress } from '#domains/correspondence/to-postal-address.ts'
import { DescriptionItem } from '#kit/web/list/description-list.tsx'
import { formatPower } from '#vocabulary/format.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { fullAddressOf } from '#vocabulary/postal-address.ts'
import { parseWattsInput } from '#vocabulary/power-input.ts'
import { splitCups } from '#vocabulary/split-cups.ts'
import { needsSixPowers } from '../../contract-rules.ts'
import { mainEnergy, type WizardDraft } from '../draft/wizard-draft.ts'
import { parseKw } from '../steps/step-forms.ts'
import type { Wizard } from '../use-wizard.ts'
import { CurrentSupplyFacts, FileNames } from './review-details.tsx'
import { ReviewProduct } from './review-product.tsx'

type ReviewProps = { wizard: Wizard }

/** The answers about the supply point and its use. */
export function InstallationAnswers({ wizard }: ReviewProps) {
  const t = useTranslations('contracting.wizard')
  const locale = useLocale() as Locale
  const { draft, kind } = wizard
  const { installation } = draft
  return (
    <>
      <DescriptionItem label={t('facts.cups')}>{splitCups(installation.cups).join(' ')}</DescriptionItem>
      <DescriptionItem label={t('facts.address')}>{addressLineOf(installation.address, locale)}</DescriptionItem>
      <DescriptionItem label={t('groups.use')}>{t(`residence.${installation.residence}`)}</DescriptionItem>
      {installation.residence === 'business' && (
        <DescriptionItem label={t('activity.label')}>{installation.activityName}</DescriptionItem>
      )}
      <DescriptionItem label={t('facts.isSupplied')}>{t(installation.isSupplied ? 'yes' : 'no')}</DescriptionItem>
      {installation.isSupplied && <CurrentSupplyFacts energy={mainEnergy(kind)} {...installation} />}
    </>
  )
}

/** The answers about the holder. */
export function PersonAnswers({ wizard }: ReviewProps) {
  const t = useTranslations('contracting.wizard')
  const locale = useLocale() as Locale
  const { config, draft, isCompany, documents } = wizard
  const { person, installation } = draft
  return (
    <>
      <DescriptionItem label={t('facts.holder')}>
        {isCompany ? person.name : [person.name, person.surname1, person.surname2].filter(Boolean).join(' ')}
      </DescriptionItem>
      <DescriptionItem label={t('facts.taxId')}>{person.taxId.toUpperCase()}</DescriptionItem>
      {isCompany && (
        <DescriptionItem label={t('groups.representative')}>
          {Object.values({ ...person.representative, taxId: '' })
            .filter(Boolean)
            .join(' ')}
        </DescriptionItem>
      )}
      <DescriptionItem label={t('fields.mobile')}>{person.mobile}</DescriptionItem>
      {person.email && <DescriptionItem label={t('fields.email')}>{person.email}</DescriptionItem>}
      <DescriptionItem label={t('facts.ownAddress')}>
        {person.hasOtherAddress ? addressLineOf(person.address, locale) : t('review.ownAddressIsSupply')}
      </DescriptionItem>
      {installation.isSupplied && (
        <DescriptionItem label={t('facts.changesOwner')}>{t(person.changesOwner ? 'yes' : 'no')}</DescriptionItem>
      )}
      {documents.identity && <DescriptionItem label={t('fields.identityFront')}>{t('review.onFile')}</DescriptionItem>}
      {isCompany && documents.company && (
        <DescriptionItem label={t('fields.companyDocument')}>{t('review.onFile')}</DescriptionItem>
      )}
      <FileNames
        label={t('review.documents')}
        files={[...person.identityFront, ...person.identityBack, ...(isCompany ? person.companyDocument : [])]}
      />
      {config.commsLanguageRequired && (
        <DescriptionItem label={t('fields.language')}>{t(`languages.${person.language}`)}</DescriptionItem>
      )}
    </>
  )
}

/** The powers, self-consumption and the product. */
export function ContractAnswers({ wizard }: ReviewProps) {
  const t = useTranslations('contracting.wizard')
  const locale = useLocale() as Locale
  const { contract } = wizard.draft
  const kws = contract.powers.map(parseKw)
  const powers = contract.powers.slice(0, needsSixPowers({ power: kws[0], power2: kws[1] }) ? 6 : 2)
  return (
    <>
      <DescriptionItem label={t('groups.powers')}>
        {powers.map((power, index) => `P${index + 1} ${formatPower(parseWattsInput(power), locale)}`).join(' · ')}
      </DescriptionItem>
      {contract.hasSelfConsumption && <DescriptionItem label={t('facts.selfConsumption')}>{t('yes')}</DescriptionItem>}
      {contract.hasSelfConsumption && (
        <FileNames label={t('fields.selfConsumptionPapers')} files={contract.selfConsumptionPapers} />
      )}
      {contract.hasSocialBonus && wizard.draft.installation.residence === 'habitual' && (
        <DescriptionItem label={t('bonus.fact')}>{t('bonus.renounced')}</DescriptionItem>
      )}
      <ReviewProduct wizard={wizard} energy="electricity" />
    </>
  )
}

/** The gas of the contract. */
export function GasAnswers({ wizard }: ReviewProps) {
  const t = useTranslations('contracting.wizard')
  const { kind, draft } = wizard
  const { gas } = draft
  return (
    <>
      {kind === 'dual' && !gas.isIncluded && (
        <DescriptionItem label={t('gas.include')}>{t('gas.without')}</DescriptionItem>
      )}
      {kind === 'dual' && gas.isIncluded && (
        <DescriptionItem label={t('facts.cups')}>{splitCups(gas.cups).join(' ')}</DescriptionItem>
      )}
      {kind === 'dual' && gas.isIncluded && (
        <>
          <DescriptionItem label={t('facts.hasGas')}>{t(gas.isSupplied ? 'yes' : 'no')}</DescriptionItem>
          {gas.isSupplied && <CurrentSupplyFacts energy="gas" {...gas} />}
          {gas.isSupplied && (
            <DescriptionItem label={t('facts.changesOwner')}>{t(gas.changesOwner ? 'yes' : 'no')}</DescriptionItem>
          )}
        </>
      )}
      {(kind === 'gas' || gas.isIncluded) && <ReviewProduct wizard={wizard} energy="gas" />}
    </>
  )
}

function addressLineOf({ input, town }: WizardDraft['person']['address'], locale: Locale): string {
  return fullAddressOf(toPostalAddress(input, town?.city ?? ''), locale)
}

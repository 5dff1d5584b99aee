import { type ReactNode, useId } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { toPostalAddress } from '#domains/correspondence/to-postal-address.ts'
import { LegalTextLink, type LegalTextName } from '#domains/operator/web/legal-text-link.tsx'
import { Checkbox } from '#kit/web/checkbox.tsx'
import { DescriptionItem, DescriptionList } from '#kit/web/description-list.tsx'
import { Link } from '#kit/web/link.tsx'
import { splitCups } from '#vocabulary/cups.ts'
import { formatPower } from '#vocabulary/format.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { fullAddressOf } from '#vocabulary/postal-address.ts'
import { parseWattsInput } from '#vocabulary/power-input.ts'
import { needsSixPowers } from '../contract-rules.ts'
import type { StepName } from '../wizard.ts'
import { formatPayingAccount } from './own-accounts.ts'
import { QuestionGroup } from './question-group.tsx'
import { CurrentSupplyFacts, FileNames } from './review-details.tsx'
import { ReviewProduct } from './review-product.tsx'
import { parseKw } from './step-forms.ts'
import type { Wizard } from './use-wizard.ts'
import styles from './wizard.module.css'
import { mainEnergy, type WizardDraft } from './wizard-draft.ts'

/** The review of all answers, each step with a way back to it, and the agreements. */
export function ConfirmationStep({ wizard, hrefOf }: { wizard: Wizard; hrefOf: (step: StepName) => string }) {
  const t = useTranslations('contracting.wizard')
  const locale = useLocale() as Locale
  const { config, draft, set, idOf, errorOf, agreements, isCompany, steps, kind, documents } = wizard
  const { installation, person, contract, gas, confirmation } = draft
  const kws = contract.powers.map(parseKw)
  const powers = contract.powers.slice(0, needsSixPowers({ power: kws[0], power2: kws[1] }) ? 6 : 2)
  const section = (step: Exclude<StepName, 'finish'>) => ({ title: t(`steps.${step}`), step, href: hrefOf(step) })
  const linked = (to: LegalTextName) => (label: ReactNode) => <LegalTextLink to={to}>{label}</LegalTextLink>
  return (
    <>
      {steps.includes('installation') && (
        <AnswerSection {...section('installation')}>
          <DescriptionItem label={t('facts.cups')}>{splitCups(installation.cups).join(' ')}</DescriptionItem>
          <DescriptionItem label={t('facts.address')}>{addressLineOf(installation.address, locale)}</DescriptionItem>
          <DescriptionItem label={t('groups.use')}>{t(`residence.${installation.residence}`)}</DescriptionItem>
          {installation.residence === 'business' && (
            <DescriptionItem label={t('activity.label')}>{installation.activityName}</DescriptionItem>
          )}
          <DescriptionItem label={t('facts.isSupplied')}>{t(installation.isSupplied ? 'yes' : 'no')}</DescriptionItem>
          {installation.isSupplied && <CurrentSupplyFacts energy={mainEnergy(kind)} {...installation} />}
        </AnswerSection>
      )}
      {steps.includes('person') && (
        <AnswerSection {...section('person')}>
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
          {documents.identity && (
            <DescriptionItem label={t('fields.identityFront')}>{t('review.onFile')}</DescriptionItem>
          )}
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
        </AnswerSection>
      )}
      {steps.includes('contract') && (
        <AnswerSection {...section('contract')}>
          <DescriptionItem label={t('groups.powers')}>
            {powers.map((power, index) => `P${index + 1} ${formatPower(parseWattsInput(power), locale)}`).join(' · ')}
          </DescriptionItem>
          {contract.hasSelfConsumption && (
            <DescriptionItem label={t('facts.selfConsumption')}>{t('yes')}</DescriptionItem>
          )}
          {contract.hasSelfConsumption && (
            <FileNames label={t('fields.selfConsumptionPapers')} files={contract.selfConsumptionPapers} />
          )}
          <ReviewProduct wizard={wizard} energy="electricity" />
        </AnswerSection>
      )}
      {steps.includes('gasContract') && (
        <AnswerSection {...section('gasContract')}>
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
        </AnswerSection>
      )}
      {steps.includes('payment') && (
        <AnswerSection {...section('payment')}>
          <DescriptionItem label={t('fields.iban')}>{formatPayingAccount(draft, wizard.holders)}</DescriptionItem>
        </AnswerSection>
      )}
      {(!agreements.conditions || !agreements.privacy || config.askPublicity) && (
        <QuestionGroup title={t('groups.agree')}>
          {!agreements.conditions && (
            <Checkbox
              id={idOf('acceptsConditions')}
              label={t.rich('fields.acceptsConditions', { link: linked('conditions') })}
              error={errorOf('acceptsConditions')}
              checked={confirmation.acceptsConditions}
              onChange={({ target }) => set('confirmation', { acceptsConditions: target.checked })}
            />
          )}
          {!agreements.privacy && (
            <Checkbox
              id={idOf('acceptsPrivacy')}
              label={t.rich('fields.acceptsPrivacy', { link: linked('privacy') })}
              error={errorOf('acceptsPrivacy')}
              checked={confirmation.acceptsPrivacy}
              onChange={({ target }) => set('confirmation', { acceptsPrivacy: target.checked })}
            />
          )}
          {config.askPublicity && (
            <Checkbox
              id={idOf('acceptsPublicity')}
              label={t('fields.acceptsPublicity')}
              checked={confirmation.acceptsPublicity}
              onChange={({ target }) => set('confirmation', { acceptsPublicity: target.checked })}
            />
          )}
        </QuestionGroup>
      )}
    </>
  )
}

type AnswerSectionProps = { title: string; href: string; step: StepName; children: ReactNode }

function AnswerSection({ title, href, children }: AnswerSectionProps) {
  const t = useTranslations('contracting.wizard')
  const titleId = useId()
  return (
    <section className={styles.group} aria-labelledby={titleId}>
      <div className="spread">
        <h2 id={titleId}>{title}</h2>
        <Link href={href} aria-label={t('changeOf', { step: title })}>
          {t('change')}
        </Link>
      </div>
      <DescriptionList layout="pairs">{children}</DescriptionList>
    </section>
  )
}

function addressLineOf({ input, town }: WizardDraft['person']['address'], locale: Locale): string {
  return fullAddressOf(toPostalAddress(input, town?.city ?? ''), locale)
}

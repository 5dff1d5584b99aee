import { type ReactNode, useId } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { partsOf } from '#domains/correspondence/typed-address.ts'
import { type LegalText, LegalTextLink } from '#domains/operator/web/legal-text-link.tsx'
import type { Locale } from '#kit/locale.ts'
import { Checkbox } from '#kit/web/checkbox.tsx'
import { Fact, Facts } from '#kit/web/facts.tsx'
import { Link } from '#kit/web/link.tsx'
import { cupsGroups } from '#vocabulary/cups.ts'
import { formatPower } from '#vocabulary/format.ts'
import { fullAddressOf } from '#vocabulary/postal-address.ts'
import { typedWatts } from '#vocabulary/typed-power.ts'
import { needsSixPowers } from '../contract-rules.ts'
import type { StepName } from '../wizard.ts'
import { Group } from './group.tsx'
import { shownAccount } from './own-accounts.ts'
import { FileNames, PresentSupply } from './review-facts.tsx'
import { ReviewProduct } from './review-product.tsx'
import type { Wizard } from './use-wizard.ts'
import { kwOf } from './wire.ts'
import styles from './wizard.module.css'
import { mainEnergy, type WizardDraft } from './wizard-draft.ts'

/** All answers once more, each step with a way back to it, and what is agreed to. */
export function ConfirmationStep({ wizard, hrefOf }: { wizard: Wizard; hrefOf: (step: StepName) => string }) {
  const t = useTranslations('contracting.wizard')
  const locale = useLocale() as Locale
  const { asked, draft, set, idOf, errorOf, given, isCompany, steps, kind, papers } = wizard
  const { installation, person, contract, gas, confirmation } = draft
  const kws = contract.powers.map(kwOf)
  const powers = contract.powers.slice(0, needsSixPowers({ power: kws[0], power2: kws[1] }) ? 6 : 2)
  const section = (step: Exclude<StepName, 'finish'>) => ({ title: t(`steps.${step}`), step, href: hrefOf(step) })
  const linked = (to: LegalText) => (words: ReactNode) => <LegalTextLink to={to}>{words}</LegalTextLink>
  return (
    <>
      {steps.includes('installation') && (
        <Answers {...section('installation')}>
          <Fact label={t('facts.cups')}>{cupsGroups(installation.cups).join(' ')}</Fact>
          <Fact label={t('facts.address')}>{lineOf(installation.address, locale)}</Fact>
          <Fact label={t('groups.use')}>{t(`residence.${installation.residence}`)}</Fact>
          {installation.residence === 'business' && (
            <Fact label={t('activity.label')}>{installation.activityName}</Fact>
          )}
          <Fact label={t('facts.isSupplied')}>{t(installation.isSupplied ? 'yes' : 'no')}</Fact>
          {installation.isSupplied && <PresentSupply energy={mainEnergy(kind)} {...installation} />}
        </Answers>
      )}
      {steps.includes('person') && (
        <Answers {...section('person')}>
          <Fact label={t('facts.holder')}>
            {isCompany ? person.name : [person.name, person.surname1, person.surname2].filter(Boolean).join(' ')}
          </Fact>
          <Fact label={t('facts.taxId')}>{person.taxId.toUpperCase()}</Fact>
          {isCompany && (
            <Fact label={t('groups.representative')}>
              {Object.values({ ...person.representative, taxId: '' })
                .filter(Boolean)
                .join(' ')}
            </Fact>
          )}
          <Fact label={t('fields.mobile')}>{person.mobile}</Fact>
          {person.email && <Fact label={t('fields.email')}>{person.email}</Fact>}
          <Fact label={t('facts.ownAddress')}>
            {person.hasOtherAddress ? lineOf(person.address, locale) : t('review.ownAddressIsSupply')}
          </Fact>
          {installation.isSupplied && (
            <Fact label={t('facts.changesOwner')}>{t(person.changesOwner ? 'yes' : 'no')}</Fact>
          )}
          {papers.identity && <Fact label={t('fields.identityFront')}>{t('review.onFile')}</Fact>}
          {isCompany && papers.company && <Fact label={t('fields.companyDocument')}>{t('review.onFile')}</Fact>}
          <FileNames
            label={t('review.documents')}
            files={[...person.identityFront, ...person.identityBack, ...(isCompany ? person.companyDocument : [])]}
          />
          {asked.commsLanguageRequired && <Fact label={t('fields.language')}>{t(`languages.${person.language}`)}</Fact>}
        </Answers>
      )}
      {steps.includes('contract') && (
        <Answers {...section('contract')}>
          <Fact label={t('groups.powers')}>
            {powers.map((typed, place) => `P${place + 1} ${formatPower(typedWatts(typed), locale)}`).join(' · ')}
          </Fact>
          {contract.hasSelfConsumption && <Fact label={t('facts.selfConsumption')}>{t('yes')}</Fact>}
          {contract.hasSelfConsumption && (
            <FileNames label={t('fields.selfConsumptionPapers')} files={contract.selfConsumptionPapers} />
          )}
          <ReviewProduct wizard={wizard} energy="electricity" />
        </Answers>
      )}
      {steps.includes('gasContract') && (
        <Answers {...section('gasContract')}>
          {kind === 'dual' && !gas.isIncluded && <Fact label={t('gas.include')}>{t('gas.without')}</Fact>}
          {kind === 'dual' && gas.isIncluded && <Fact label={t('facts.cups')}>{cupsGroups(gas.cups).join(' ')}</Fact>}
          {kind === 'dual' && gas.isIncluded && (
            <>
              <Fact label={t('facts.hasGas')}>{t(gas.isSupplied ? 'yes' : 'no')}</Fact>
              {gas.isSupplied && <PresentSupply energy="gas" {...gas} />}
              {gas.isSupplied && <Fact label={t('facts.changesOwner')}>{t(gas.changesOwner ? 'yes' : 'no')}</Fact>}
            </>
          )}
          {(kind === 'gas' || gas.isIncluded) && <ReviewProduct wizard={wizard} energy="gas" />}
        </Answers>
      )}
      {steps.includes('payment') && (
        <Answers {...section('payment')}>
          <Fact label={t('fields.iban')}>{shownAccount(draft, wizard.holders)}</Fact>
        </Answers>
      )}
      {(!given.conditions || !given.privacy || asked.askPublicity) && (
        <Group title={t('groups.agree')}>
          {!given.conditions && (
            <Checkbox
              id={idOf('acceptsConditions')}
              label={t.rich('fields.acceptsConditions', { link: linked('conditions') })}
              error={errorOf('acceptsConditions')}
              checked={confirmation.acceptsConditions}
              onChange={({ target }) => set('confirmation', { acceptsConditions: target.checked })}
            />
          )}
          {!given.privacy && (
            <Checkbox
              id={idOf('acceptsPrivacy')}
              label={t.rich('fields.acceptsPrivacy', { link: linked('privacy') })}
              error={errorOf('acceptsPrivacy')}
              checked={confirmation.acceptsPrivacy}
              onChange={({ target }) => set('confirmation', { acceptsPrivacy: target.checked })}
            />
          )}
          {asked.askPublicity && (
            <Checkbox
              id={idOf('acceptsPublicity')}
              label={t('fields.acceptsPublicity')}
              checked={confirmation.acceptsPublicity}
              onChange={({ target }) => set('confirmation', { acceptsPublicity: target.checked })}
            />
          )}
        </Group>
      )}
    </>
  )
}

type AnswersProps = { title: string; href: string; step: StepName; children: ReactNode }

function Answers({ title, href, children }: AnswersProps) {
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
      <Facts layout="pairs">{children}</Facts>
    </section>
  )
}

function lineOf({ typed, found }: WizardDraft['person']['address'], locale: Locale): string {
  return fullAddressOf(partsOf(typed, found?.city ?? ''), locale)
}

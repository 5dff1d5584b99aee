import { useTranslations } from 'use-intl'
import { Checkbox } from '#kit/web/checkbox.tsx'
import { ErrorBanner } from '#kit/web/error-banner.tsx'
import { NativeSelect } from '#kit/web/native-select.tsx'
import { useBoot } from '#kit/web/portal.ts'
import { TextField } from '#kit/web/text-field.tsx'
import type { Locale } from '#vocabulary/locale.ts'
import { WizardAddressFields } from './address-part.tsx'
import { FilesField } from './files-field.tsx'
import { HolderChoice } from './holder-choice.tsx'
import { QuestionGroup } from './question-group.tsx'
import type { Wizard } from './use-wizard.ts'
import styles from './wizard.module.css'
import { YesNoField } from './yes-no-field.tsx'

/** The holder, a person or a company according to the tax id, and their contact details. */
export function PersonStep({ wizard }: { wizard: Wizard }) {
  const t = useTranslations('contracting.wizard')
  const tLanguages = useTranslations('contracting.wizard.languages')
  const { config, draft, set, idOf, errorOf, isCompany, documents } = wizard
  const { offeredLocales } = useBoot()
  const { person, installation } = draft
  const { representative } = person

  const textFieldProps = (name: 'name' | 'surname1' | 'surname2' | 'mobile' | 'email', field: string = name) => ({
    id: idOf(field),
    error: errorOf(field),
    value: person[name],
    onChange: ({ target }: { target: HTMLInputElement }) => set('person', { [name]: target.value }),
  })

  const representativeFieldProps = (name: keyof typeof representative) => ({
    id: idOf(`representative.${name}`),
    label: t(`fields.representative.${name}`),
    error: errorOf(`representative.${name}`),
    value: representative[name],
    onChange: ({ target }: { target: HTMLInputElement }) =>
      set('person', (before) => ({ representative: { ...before.representative, [name]: target.value } })),
  })

  return (
    <>
      <HolderChoice wizard={wizard} />
      <QuestionGroup title={t('groups.holder')}>
        <TextField
          id={idOf('taxId')}
          label={t('fields.taxId')}
          hint={t(config.restrictCompanyVAT ? 'fields.taxIdPersonHint' : 'fields.taxIdHint')}
          error={errorOf('taxId')}
          width="medium"
          autoCapitalize="characters"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={20}
          value={person.taxId}
          onChange={({ target }) => set('person', { taxId: target.value })}
        />
        {isCompany ? (
          <TextField
            {...textFieldProps('name', 'companyName')}
            label={t('fields.companyName')}
            maxLength={100}
            autoComplete="organization"
          />
        ) : (
          <div className={styles.columns}>
            <TextField {...textFieldProps('name')} label={t('fields.name')} maxLength={100} autoComplete="given-name" />
            <TextField
              {...textFieldProps('surname1')}
              label={t('fields.surname1')}
              maxLength={100}
              autoComplete="family-name"
            />
            <TextField
              {...textFieldProps('surname2')}
              label={t('fields.surname2')}
              isOptional
              maxLength={100}
              autoComplete="off"
            />
          </div>
        )}
      </QuestionGroup>
      {isCompany && (
        <QuestionGroup title={t('groups.representative')}>
          <p className="soft">{t('representativeWords')}</p>
          <TextField
            {...representativeFieldProps('taxId')}
            width="medium"
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            maxLength={20}
          />
          <div className={styles.columns}>
            <TextField {...representativeFieldProps('name')} maxLength={100} autoComplete="given-name" />
            <TextField {...representativeFieldProps('surname1')} maxLength={100} autoComplete="family-name" />
            <TextField {...representativeFieldProps('surname2')} isOptional maxLength={100} autoComplete="off" />
          </div>
        </QuestionGroup>
      )}
      {installation.isSupplied && (
        <YesNoField
          id={idOf('changesOwner')}
          legend={t('fields.changesOwner')}
          hint={t('fields.changesOwnerHint')}
          error={errorOf('changesOwner')}
          value={person.changesOwner}
          onValue={(changesOwner) => set('person', { changesOwner })}
        />
      )}
      <QuestionGroup title={t('groups.documents')}>
        {documents.identity && <p className="soft">{t(isCompany ? 'own.representativeShown' : 'own.identityShown')}</p>}
        {isCompany && documents.company && <p className="soft">{t('own.companyShown')}</p>}
        {isCompany && !documents.company && (
          <FilesField
            wizard={wizard}
            field="companyDocument"
            path="cif"
            label={t('fields.companyDocument')}
            hint={t('fields.companyDocumentHint')}
            files={person.companyDocument}
            onFiles={(change) => set('person', (before) => ({ companyDocument: change(before.companyDocument) }))}
            maxCount={5}
          />
        )}
        {!documents.identity && (
          <div className={styles.pair}>
            <FilesField
              wizard={wizard}
              field="identityFront"
              path="nif_faceup"
              label={t(isCompany ? 'fields.representative.identityFront' : 'fields.identityFront')}
              isOptional={!config.dniRequired}
              files={person.identityFront}
              onFiles={(change) => set('person', (before) => ({ identityFront: change(before.identityFront) }))}
              maxCount={1}
            />
            <FilesField
              wizard={wizard}
              field="identityBack"
              path="nif_facedown"
              label={t('fields.identityBack')}
              isOptional
              files={person.identityBack}
              onFiles={(change) => set('person', (before) => ({ identityBack: change(before.identityBack) }))}
              maxCount={1}
            />
          </div>
        )}
      </QuestionGroup>
      <QuestionGroup title={t('groups.reached')}>
        <div className={styles.pair}>
          <TextField
            {...textFieldProps('mobile')}
            type="tel"
            label={t('fields.mobile')}
            hint={t('fields.mobileHint')}
            maxLength={20}
            autoComplete="tel"
          />
          <TextField
            {...textFieldProps('email')}
            type="email"
            label={t('fields.email')}
            hint={t('fields.emailHint')}
            isOptional={!config.emailRequired}
            maxLength={254}
            autoComplete="email"
          />
        </div>
        {config.commsLanguageRequired && (
          <NativeSelect
            id={idOf('language')}
            label={t('fields.language')}
            error={errorOf('language')}
            width="medium"
            options={offeredLocales.map((locale) => ({ value: locale, label: tLanguages(locale) }))}
            value={person.language}
            onChange={({ target }) => set('person', { language: target.value as Locale })}
          />
        )}
        <Checkbox
          id={idOf('hasOtherAddress')}
          label={t('fields.hasOtherAddress')}
          checked={person.hasOtherAddress}
          onChange={({ target }) => set('person', { hasOtherAddress: target.checked })}
        />
        {person.hasOtherAddress && <WizardAddressFields wizard={wizard} name="owner_address" />}
      </QuestionGroup>
      <ErrorBanner>{draft.blocked && t(`blocked.${draft.blocked}`)}</ErrorBanner>
    </>
  )
}

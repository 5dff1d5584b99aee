import { useTranslations } from 'use-intl'
import type { Locale } from '#kit/locale.ts'
import { Checkbox } from '#kit/web/checkbox.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { NativeSelect } from '#kit/web/native-select.tsx'
import { useBoot } from '#kit/web/portal.ts'
import { TextField } from '#kit/web/text-field.tsx'
import { AddressPart } from './address-part.tsx'
import { FilesField } from './files-field.tsx'
import { Group } from './group.tsx'
import { HolderChoice } from './holder-choice.tsx'
import type { Wizard } from './use-wizard.ts'
import styles from './wizard.module.css'
import { YesNo } from './yes-no.tsx'

/** Who the holder is, by the tax id a person or a company, and how they are reached. */
export function PersonStep({ wizard }: { wizard: Wizard }) {
  const t = useTranslations('contracting.wizard')
  const tLanguages = useTranslations('contracting.wizard.languages')
  const { asked, draft, set, idOf, errorOf, isCompany, papers } = wizard
  const { offeredLocales } = useBoot()
  const { person, installation } = draft
  const { representative } = person

  const text = (name: 'name' | 'surname1' | 'surname2' | 'mobile' | 'email', field: string = name) => ({
    id: idOf(field),
    error: errorOf(field),
    value: person[name],
    onChange: ({ target }: { target: HTMLInputElement }) => set('person', { [name]: target.value }),
  })

  const ofRepresentative = (name: keyof typeof representative) => ({
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
      <Group title={t('groups.holder')}>
        <TextField
          id={idOf('taxId')}
          label={t('fields.taxId')}
          hint={t(asked.restrictCompanyVAT ? 'fields.taxIdPersonHint' : 'fields.taxIdHint')}
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
            {...text('name', 'companyName')}
            label={t('fields.companyName')}
            maxLength={100}
            autoComplete="organization"
          />
        ) : (
          <div className={styles.columns}>
            <TextField {...text('name')} label={t('fields.name')} maxLength={100} autoComplete="given-name" />
            <TextField {...text('surname1')} label={t('fields.surname1')} maxLength={100} autoComplete="family-name" />
            <TextField
              {...text('surname2')}
              label={t('fields.surname2')}
              isOptional
              maxLength={100}
              autoComplete="off"
            />
          </div>
        )}
      </Group>
      {isCompany && (
        <Group title={t('groups.representative')}>
          <p className="soft">{t('representativeWords')}</p>
          <TextField
            {...ofRepresentative('taxId')}
            width="medium"
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            maxLength={20}
          />
          <div className={styles.columns}>
            <TextField {...ofRepresentative('name')} maxLength={100} autoComplete="given-name" />
            <TextField {...ofRepresentative('surname1')} maxLength={100} autoComplete="family-name" />
            <TextField {...ofRepresentative('surname2')} isOptional maxLength={100} autoComplete="off" />
          </div>
        </Group>
      )}
      {installation.isSupplied && (
        <YesNo
          id={idOf('changesOwner')}
          legend={t('fields.changesOwner')}
          hint={t('fields.changesOwnerHint')}
          error={errorOf('changesOwner')}
          value={person.changesOwner}
          onValue={(changesOwner) => set('person', { changesOwner })}
        />
      )}
      <Group title={t('groups.documents')}>
        {papers.identity && <p className="soft">{t(isCompany ? 'own.representativeShown' : 'own.identityShown')}</p>}
        {isCompany && papers.company && <p className="soft">{t('own.companyShown')}</p>}
        {isCompany && !papers.company && (
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
        {!papers.identity && (
          <div className={styles.pair}>
            <FilesField
              wizard={wizard}
              field="identityFront"
              path="nif_faceup"
              label={t(isCompany ? 'fields.representative.identityFront' : 'fields.identityFront')}
              isOptional={!asked.dniRequired}
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
      </Group>
      <Group title={t('groups.reached')}>
        <div className={styles.pair}>
          <TextField
            {...text('mobile')}
            type="tel"
            label={t('fields.mobile')}
            hint={t('fields.mobileHint')}
            maxLength={20}
            autoComplete="tel"
          />
          <TextField
            {...text('email')}
            type="email"
            label={t('fields.email')}
            hint={t('fields.emailHint')}
            isOptional={!asked.emailRequired}
            maxLength={254}
            autoComplete="email"
          />
        </div>
        {asked.commsLanguageRequired && (
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
        {person.hasOtherAddress && <AddressPart wizard={wizard} name="owner_address" />}
      </Group>
      <Failure>{draft.blocked && t(`blocked.${draft.blocked}`)}</Failure>
    </>
  )
}

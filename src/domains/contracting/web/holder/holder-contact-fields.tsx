import { useTranslations } from 'use-intl'
import { Checkbox } from '#kit/web/form/checkbox.tsx'
import { NativeSelect } from '#kit/web/form/native-select.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { useBoot } from '#kit/web/portal.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { WizardAddressFields } from '../steps/address-part.tsx'
import { QuestionGroup } from '../steps/question-group.tsx'
import type { Wizard } from '../use-wizard.ts'
import styles from '../wizard.module.css'
import { holderFieldProps } from './holder-fields.tsx'

/** How the holder is reached: telephone, email, language, and another postal address. */
export function HolderContactFields({ wizard }: { wizard: Wizard }) {
  const t = useTranslations('contracting.wizard')
  const tLanguages = useTranslations('contracting.wizard.languages')
  const { config, draft, set, idOf, errorOf } = wizard
  const { offeredLocales } = useBoot()
  const { person } = draft
  return (
    <QuestionGroup title={t('groups.reached')}>
      <div className={styles.pair}>
        <TextField
          {...holderFieldProps(wizard, 'mobile')}
          type="tel"
          label={t('fields.mobile')}
          hint={t('fields.mobileHint')}
          maxLength={20}
          autoComplete="tel"
        />
        <TextField
          {...holderFieldProps(wizard, 'email')}
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
  )
}

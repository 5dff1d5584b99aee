import { useTranslations } from 'use-intl'
import { TextField } from '#kit/web/form/text-field.tsx'
import { QuestionGroup } from '../steps/question-group.tsx'
import type { Wizard } from '../use-wizard.ts'
import styles from '../wizard.module.css'

/** The tax id, which decides whether the holder is a company, and the name. */
export function HolderFields({ wizard }: { wizard: Wizard }) {
  const t = useTranslations('contracting.wizard')
  const { config, draft, set, idOf, errorOf, isCompany } = wizard
  return (
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
        value={draft.person.taxId}
        onChange={({ target }) => set('person', { taxId: target.value })}
      />
      {isCompany ? (
        <TextField
          {...holderFieldProps(wizard, 'name', 'companyName')}
          label={t('fields.companyName')}
          maxLength={100}
          autoComplete="organization"
        />
      ) : (
        <div className={styles.columns}>
          <TextField
            {...holderFieldProps(wizard, 'name')}
            label={t('fields.name')}
            maxLength={100}
            autoComplete="given-name"
          />
          <TextField
            {...holderFieldProps(wizard, 'surname1')}
            label={t('fields.surname1')}
            maxLength={100}
            autoComplete="family-name"
          />
          <TextField
            {...holderFieldProps(wizard, 'surname2')}
            label={t('fields.surname2')}
            isOptional
            maxLength={100}
            autoComplete="off"
          />
        </div>
      )}
    </QuestionGroup>
  )
}

/** Returns the properties of a text field of the holder. */
export function holderFieldProps(
  { idOf, errorOf, draft, set }: Wizard,
  name: 'name' | 'surname1' | 'surname2' | 'mobile' | 'email',
  field: string = name,
) {
  return {
    id: idOf(field),
    error: errorOf(field),
    value: draft.person[name],
    onChange: ({ target }: { target: HTMLInputElement }) => set('person', { [name]: target.value }),
  }
}

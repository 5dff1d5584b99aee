import { useTranslations } from 'use-intl'
import { TextField } from '#kit/web/form/text-field.tsx'
import { QuestionGroup } from '../steps/question-group.tsx'
import type { Wizard } from '../use-wizard.ts'
import styles from '../wizard.module.css'

/** The person who signs for a company. */
export function RepresentativeFields({ wizard }: { wizard: Wizard }) {
  const t = useTranslations('contracting.wizard')
  const { draft, set, idOf, errorOf } = wizard
  const { representative } = draft.person

  const representativeFieldProps = (name: keyof typeof representative) => ({
    id: idOf(`representative.${name}`),
    label: t(`fields.representative.${name}`),
    error: errorOf(`representative.${name}`),
    value: representative[name],
    onChange: ({ target }: { target: HTMLInputElement }) =>
      set('person', (before) => ({ representative: { ...before.representative, [name]: target.value } })),
  })

  return (
    <QuestionGroup title={t('groups.representative')}>
      <p className="soft">{t('representativeText')}</p>
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
  )
}

import { useTranslations } from 'use-intl'
import { TextField } from '#kit/web/form/text-field.tsx'
import { requestFieldId } from '../contact/use-request-form.ts'
import type { UnrequestedFormState } from './unrequested-form.tsx'

/** Who holds the supply, which one it is, and how to reach them: for somebody who has no contract here. */
export function HolderFields({ form: { values, set, problems } }: { form: UnrequestedFormState }) {
  const t = useTranslations('support')
  return (
    <>
      <TextField
        id={requestFieldId('name')}
        autoComplete="name"
        label={t('unrequested.fields.name')}
        error={problems.name}
        maxLength={200}
        value={values.name}
        onChange={({ target }) => set({ name: target.value })}
      />
      <TextField
        id={requestFieldId('cups')}
        autoComplete="off"
        label={t('unrequested.fields.cups')}
        hint={t('unrequested.fields.cupsHint')}
        error={problems.cups}
        maxLength={40}
        value={values.cups}
        onChange={({ target }) => set({ cups: target.value })}
      />
      <TextField
        id={requestFieldId('email')}
        type="email"
        autoComplete="email"
        label={t('fields.email')}
        hint={t('fields.emailHint')}
        error={problems.email}
        value={values.email}
        onChange={({ target }) => set({ email: target.value })}
      />
      <TextField
        id={requestFieldId('mobile')}
        type="tel"
        autoComplete="tel"
        width="medium"
        label={t('fields.mobile')}
        error={problems.mobile}
        value={values.mobile}
        onChange={({ target }) => set({ mobile: target.value })}
      />
    </>
  )
}

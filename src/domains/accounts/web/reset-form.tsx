import { useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { ErrorSummary } from '#kit/web/form/error-summary.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { accountLimits } from '../rules.ts'
import styles from './accounts.module.css'
import { resetFields, usePasswordReset } from './use-password-reset.ts'

/** The form for a forgotten password. Without JavaScript it is posted to its own page, which shows what was wrong. */
export function ResetForm({ onSent }: { onSent: () => void }) {
  const t = useTranslations('accounts')
  const { values, setValues, problems, failureText, attempt, isSending, submit } = usePasswordReset(onSent)
  const messages = resetFields.flatMap((field) => {
    const message = problems[field]
    return message ? [{ fieldId: idOf(field), message }] : []
  })
  const field = (name: (typeof resetFields)[number]) => ({
    id: idOf(name),
    name,
    error: problems[name],
    value: values[name],
    maxLength: accountLimits[name],
    onChange: ({ target: { value } }: { target: HTMLInputElement }) =>
      setValues((before) => ({ ...before, [name]: value })),
  })

  return (
    <form className={styles.form} method="post" noValidate onSubmit={submit}>
      <ErrorBanner>{failureText}</ErrorBanner>
      {messages.length > 0 && <ErrorSummary problems={messages} attempt={attempt} />}
      <TextField
        {...field('nif')}
        label={t('reset.nif')}
        width="medium"
        autoCapitalize="characters"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
      />
      <TextField
        {...field('email')}
        type="email"
        label={t('reset.email')}
        hint={t('reset.emailHint')}
        autoComplete="email"
      />
      <div className="line">
        <Button type="submit" isBusy={isSending}>
          {t('reset.submit')}
        </Button>
      </div>
    </form>
  )
}

function idOf(name: (typeof resetFields)[number]): string {
  return `reset-${name}`
}

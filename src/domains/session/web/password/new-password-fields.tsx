import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { PasswordField } from '#kit/web/form/password-field.tsx'
import { PasswordRules } from './password-rules.tsx'
import { passwordFieldId } from './use-password-errors.ts'

type NewPasswordFieldsProps = {
  minimumLength: number
  /** The problems of the fields. */
  errors: { password?: string; repeat?: string }
}

/** The fields for a new password, its requirements, and its repetition. */
export function NewPasswordFields({ minimumLength, errors }: NewPasswordFieldsProps) {
  const t = useTranslations('session.changePassword')
  const [password, setPassword] = useState('')
  return (
    <>
      <div className="stack">
        <PasswordRules password={password} minimumLength={minimumLength} />
        <PasswordField
          id={passwordFieldId('password')}
          name="password"
          label={t('password')}
          error={errors.password}
          autoComplete="new-password"
          onInput={(event) => setPassword(event.currentTarget.value)}
        />
      </div>
      <PasswordField
        id={passwordFieldId('repeat')}
        name="repeat"
        label={t('repeat')}
        error={errors.repeat}
        autoComplete="new-password"
      />
    </>
  )
}

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { PasswordField } from '#kit/web/password-field.tsx'
import { PasswordRules } from './password-rules.tsx'
import { fieldIdOf } from './use-told.ts'

type NewPasswordFieldsProps = {
  minimumLength: number
  /** What is wrong with them. */
  told: { password?: string; repeat?: string }
}

/** A new password, with what it needs, and once more. */
export function NewPasswordFields({ minimumLength, told }: NewPasswordFieldsProps) {
  const t = useTranslations('session.changePassword')
  const [password, setPassword] = useState('')
  return (
    <>
      <div className="stack">
        <PasswordRules password={password} minimumLength={minimumLength} />
        <PasswordField
          id={fieldIdOf('password')}
          name="password"
          label={t('password')}
          error={told.password}
          autoComplete="new-password"
          onInput={(event) => setPassword(event.currentTarget.value)}
        />
      </div>
      <PasswordField
        id={fieldIdOf('repeat')}
        name="repeat"
        label={t('repeat')}
        error={told.repeat}
        autoComplete="new-password"
      />
    </>
  )
}

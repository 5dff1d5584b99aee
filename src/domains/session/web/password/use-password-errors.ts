import { useTranslations } from 'use-intl'
import { commonCodeOf } from '#kit/outage.ts'
import type { RefusedFields } from '#kit/refused-fields.ts'
import { useFieldErrors } from '#kit/web/form/use-field-errors.ts'
import { passwordProblemCodes } from '../../rules.ts'

/** The problems of a password change: codes, and what the server has refused of which field. */
export type PasswordErrors = { codes: readonly string[]; fields?: RefusedFields | undefined }

type PasswordField = 'current' | 'password' | 'repeat'

const newPasswordErrorCodes = [
  ...Object.values(passwordProblemCodes),
  'password_unchanged',
  'password_common',
  'password_own_word',
] as const

/** Returns the id of a field, by which the summary of errors links to it. */
export function passwordFieldId(field: string): string {
  return `change-password-${field}`
}

/** Returns the messages of the problems, each in its place: beside a field, or above the form. */
export function usePasswordMessages(
  { codes, fields = {} }: PasswordErrors,
  minimumLength: number,
): Partial<Record<PasswordField | 'form', string>> {
  const t = useTranslations('session')
  const tApp = useTranslations('app.refusals')
  const fieldErrorsOf = useFieldErrors('session')
  const messages: Partial<Record<PasswordField | 'form', string>> = {}
  const addMessage = (field: PasswordField | 'form', text: string) => {
    messages[field] = messages[field] ? `${messages[field]} ${text}` : text
  }

  for (const [field, texts] of Object.entries(fieldErrorsOf(fields)))
    addMessage(field === 'current' ? field : 'password', texts.join(' '))
  for (const code of Object.keys(fields).length ? [] : codes) {
    const newPasswordCode = newPasswordErrorCodes.find((known) => known === code)
    const appCode = commonCodeOf(code)
    if (code === 'current_password_missing') addMessage('current', t('changePassword.currentMissing'))
    else if (code === 'current_password_wrong') addMessage('current', t('refusals.current_password_wrong'))
    else if (code === 'password_repeat_differs') addMessage('repeat', t('changePassword.repeatDiffers'))
    else if (newPasswordCode === 'password_too_short')
      addMessage('password', t('changePassword.tooShort', { count: minimumLength }))
    else if (newPasswordCode) addMessage('password', t(`fieldErrors.${newPasswordCode}`))
    else if (code === 'too_many_attempts') addMessage('form', t('refusals.too_many_attempts'))
    else addMessage('form', appCode === 'unexpected' ? t('changePassword.failed') : tApp(appCode))
  }
  return messages
}

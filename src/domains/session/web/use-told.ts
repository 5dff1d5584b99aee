import { useTranslations } from 'use-intl'
import { commonCode } from '#kit/outage.ts'
import type { RefusedFields } from '#kit/refused-fields.ts'
import { useFieldErrors } from '#kit/web/use-field-errors.ts'
import { problemCodes } from '../rules.ts'

/** What is wrong with a change of the password: codes, and what the server has refused of which field. */
export type Found = { codes: readonly string[]; fields?: RefusedFields | undefined }

type Place = 'current' | 'password' | 'repeat'

const ofNewPassword = [
  ...Object.values(problemCodes),
  'password_unchanged',
  'password_common',
  'password_own_word',
] as const

/** The id of a field, by which the summary of errors finds it. */
export function fieldIdOf(place: string): string {
  return `change-password-${place}`
}

/** What was found, in words and each in its place: beside a field, or above the form. */
export function useTold({ codes, fields = {} }: Found, minimumLength: number): Partial<Record<Place | 'form', string>> {
  const t = useTranslations('session')
  const tApp = useTranslations('app.refusals')
  const fieldErrorsOf = useFieldErrors('session')
  const told: Partial<Record<Place | 'form', string>> = {}
  const tell = (place: Place | 'form', text: string) => {
    told[place] = told[place] ? `${told[place]} ${text}` : text
  }

  for (const [field, texts] of Object.entries(fieldErrorsOf(fields)))
    tell(field === 'current' ? field : 'password', texts.join(' '))
  for (const code of Object.keys(fields).length ? [] : codes) {
    const isOfNew = ofNewPassword.find((known) => known === code)
    const ofApp = commonCode(code)
    if (code === 'current_password_missing') tell('current', t('changePassword.currentMissing'))
    else if (code === 'current_password_wrong') tell('current', t('refusals.current_password_wrong'))
    else if (code === 'password_repeat_differs') tell('repeat', t('changePassword.repeatDiffers'))
    else if (isOfNew === 'password_too_short') tell('password', t('changePassword.tooShort', { count: minimumLength }))
    else if (isOfNew) tell('password', t(`fieldErrors.${isOfNew}`))
    else if (code === 'too_many_attempts') tell('form', t('refusals.too_many_attempts'))
    else tell('form', ofApp === 'unexpected' ? t('changePassword.failed') : tApp(ofApp))
  }
  return told
}

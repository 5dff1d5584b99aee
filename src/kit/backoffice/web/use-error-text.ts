import { useTranslations } from 'use-intl'
import { failureCodeOf } from '../../failure-code.ts'
import { type OperatorRole, roleRequired } from '../../operator-role.ts'
import { isRefused } from '../../refusal.ts'

import { useRoleRequiredText } from './use-role-reason.ts'

/**
 * Returns a function for the message of a failed call: the text of the refusal in the given section, or else the common
 * one.
 */
export function useErrorText(desk: `desk-${string}`): (failure: unknown) => string {
  const deskTexts = useTranslations(desk as never) as unknown as FailureTexts
  const appTexts = useTranslations('app.refusals') as unknown as FailureTexts
  const roleRequiredText = useRoleRequiredText()
  return (failure) => {
    const roles = isRefused(failure) && failure.code === roleRequired && (failure.extra?.roles as OperatorRole[])
    if (roles) return roleRequiredText(roles)
    const code = failureCodeOf(failure)
    if (deskTexts.has(`refusals.${code}`)) return deskTexts(`refusals.${code}`)
    return appTexts(appTexts.has(code) ? code : 'unexpected')
  }
}

// The set of codes is only known at run time.
type FailureTexts = { (key: string): string; has(key: string): boolean }

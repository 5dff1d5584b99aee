import { useTranslations } from 'use-intl'
import { codeOf } from '#kit/failure-code.ts'
import { type OperatorRole, roleRequired } from '#kit/operator-role.ts'
import { isRefused } from '#kit/refusal.ts'

import { useRoleSentence } from './use-role-reason.ts'

/** What is said where a call failed: the sentence of its refusal in the words of a desk, or else in the common ones. */
export function useSentence(desk: `desk-${string}`): (failure: unknown) => string {
  const ofDesk = useTranslations(desk as never) as unknown as Words
  const ofApp = useTranslations('app.refusals') as unknown as Words
  const roleSentenceOf = useRoleSentence()
  return (failure) => {
    const roles = isRefused(failure) && failure.code === roleRequired && (failure.extra?.roles as OperatorRole[])
    if (roles) return roleSentenceOf(roles)
    const code = codeOf(failure)
    if (ofDesk.has(`refusals.${code}`)) return ofDesk(`refusals.${code}`)
    return ofApp(ofApp.has(code) ? code : 'unexpected')
  }
}

// Which codes there are is known only when one comes.
type Words = { (key: string): string; has(key: string): boolean }

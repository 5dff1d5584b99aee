import { useTranslations } from 'use-intl'
import { commonCode } from '#kit/outage.ts'
import type { SigningProblem } from './use-signing.ts'

/** What to do about a problem, in a sentence; it stands at the field where that is what is wrong. */
export type ToldProblem = { text: string; isOfField: boolean }

/** What is to be told of what went wrong last; null while all is well. */
export function useToldProblem(problem: SigningProblem | null): ToldProblem | null {
  const t = useTranslations('signatures')
  const ofApp = useTranslations('app.refusals')
  if (!problem) return null
  const { code } = problem
  if (code === 'code_wrong') return { text: t('fieldErrors.sent_code_wrong'), isOfField: true }
  if (code === 'code_incomplete') return { text: t('fieldErrors.code_incomplete'), isOfField: true }
  const key = `refusals.${code}` as 'refusals.code_expired'
  const common = commonCode(code)
  const other = common === 'unexpected' ? t('failed') : ofApp(common)
  return { text: t.has(key) ? t(key) : other, isOfField: false }
}

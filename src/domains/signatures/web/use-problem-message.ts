import { useTranslations } from 'use-intl'
import { commonCodeOf } from '#kit/outage.ts'
import type { SigningProblem } from './use-signing.ts'

/** What went wrong and how to go on. A field problem is shown at the field of the code. */
export type ProblemMessage = { text: string; isFieldProblem: boolean }

/** Returns the message for the last problem; null while there is none. */
export function useProblemMessage(problem: SigningProblem | null): ProblemMessage | null {
  const t = useTranslations('signatures')
  const tApp = useTranslations('app.refusals')
  if (!problem) return null
  const { code } = problem
  if (code === 'code_wrong') return { text: t('fieldErrors.sent_code_wrong'), isFieldProblem: true }
  if (code === 'code_incomplete') return { text: t('fieldErrors.code_incomplete'), isFieldProblem: true }
  const key = `refusals.${code}` as 'refusals.code_expired'
  const common = commonCodeOf(code)
  const other = common === 'unexpected' ? t('failed') : tApp(common)
  return { text: t.has(key) ? t(key) : other, isFieldProblem: false }
}

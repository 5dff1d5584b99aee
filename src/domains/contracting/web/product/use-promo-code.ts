import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isRefused } from '#kit/refusal.ts'
import { useOutageText } from '#kit/web/feedback/use-outage-text.ts'
import { useSend } from '#kit/web/portal.ts'
import { promotionalCodeProblem } from '../../contract-rules.ts'
import { type Energy, mainEnergy } from '../draft/wizard-draft.ts'
import { promoCodeQuery } from '../queries.ts'
import type { Wizard } from '../use-wizard.ts'

/** Why a code is not applied: its own problem, or a failed check. */
type Problem =
  | { code: NonNullable<ReturnType<typeof promotionalCodeProblem>> | 'promocode_invalid' | `promocode_of_${Energy}` }
  | { thrown: unknown }

/** Checks the typed promotional code when it is applied, and describes why it is not. */
export function usePromoCode({ draft, set, kind }: Wizard) {
  const t = useTranslations('contracting')
  const outageText = useOutageText()
  const send = useSend()
  const queryClient = useQueryClient()
  const { typed, applied } = draft.promotion
  const [isChecking, setChecking] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)

  async function apply() {
    const coupon = typed.trim().toUpperCase()
    if (isChecking || coupon === '') return
    const known = promotionalCodeProblem(typed, applied)
    if (known) return setProblem({ code: known })
    setChecking(true)
    setProblem(null)
    try {
      const { valid, product } = await queryClient.fetchQuery({ ...promoCodeQuery(send, coupon), staleTime: 0 })
      const energy = product?.energy ?? mainEnergy(kind)
      if (!valid) setProblem({ code: 'promocode_invalid' })
      else if (kind !== 'dual' && energy !== kind) setProblem({ code: `promocode_of_${energy}` })
      else set('promotion', { typed: '', applied: coupon, energy })
    } catch (failure) {
      setProblem({ thrown: failure })
    } finally {
      setChecking(false)
    }
  }

  function messageFor(problem: Problem): string {
    if ('code' in problem) return t(`fieldErrors.${problem.code}`)
    if (isRefused(problem.thrown) && problem.thrown.code === 'too_many_attempts')
      return t(`refusals.${problem.thrown.code}`)
    return outageText(problem.thrown) ?? t('wizard.failures.connectivity')
  }

  // A code from the address is applied automatically; a typed one waits for the button.
  const applyOnce = useRef(typed !== '' ? apply : null)
  useEffect(() => {
    void applyOnce.current?.()
    applyOnce.current = null
  }, [])

  return {
    apply,
    isChecking,
    problemText: problem ? messageFor(problem) : undefined,
    clearProblem: () => setProblem(null),
  }
}

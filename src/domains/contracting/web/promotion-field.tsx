import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isRefused } from '#kit/refusal.ts'
import { Badge } from '#kit/web/badge.tsx'
import { Button } from '#kit/web/button.tsx'
import { useSend } from '#kit/web/portal.ts'
import { TextField } from '#kit/web/text-field.tsx'
import { useOutageText } from '#kit/web/use-outage-text.ts'
import { promotionalCodeProblem } from '../contract-rules.ts'
import { promoCodeQuery } from './queries.ts'
import type { Wizard } from './use-wizard.ts'
import styles from './wizard.module.css'
import { type Energy, mainEnergy } from './wizard-draft.ts'

/** Why a code is not applied: its own problem, or a failed check. */
type Problem =
  | { code: NonNullable<ReturnType<typeof promotionalCodeProblem>> | 'promocode_invalid' | `promocode_of_${Energy}` }
  | { thrown: unknown }

/** The promotional code field: a code is checked when it is applied, and from then on included in the prices. */
export function PromotionField({ wizard }: { wizard: Wizard }) {
  const t = useTranslations('contracting')
  const outageText = useOutageText()
  const send = useSend()
  const queryClient = useQueryClient()
  const { draft, set, idOf, errorOf, kind } = wizard
  const { typed, applied } = draft.promotion
  const [isChecking, setChecking] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const { data: code } = useQuery({ ...promoCodeQuery(send, applied ?? ''), enabled: applied !== null })

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

  return (
    <div className={styles.promotion}>
      <TextField
        id={idOf('promocode')}
        label={t('wizard.fields.promocode')}
        isOptional
        error={problem ? messageFor(problem) : errorOf('promocode')}
        maxLength={40}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => {
          setProblem(null)
          set('promotion', { typed: target.value })
        }}
        // Enter applies the code instead of submitting the step.
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          void apply()
        }}
      />
      <Button variant="second" isBusy={isChecking} onClick={() => void apply()}>
        {t('wizard.promotion.apply')}
      </Button>
      <div role="status" className={styles.applied}>
        {applied && (
          <>
            <Badge tone="positive">{t('wizard.promotion.applied', { code: applied })}</Badge>
            <Button variant="quiet" isSmall onClick={() => set('promotion', { applied: null, energy: undefined })}>
              {t('wizard.promotion.remove')}
            </Button>
            {code?.product && (
              <p className="small soft">{t('wizard.promotion.opens', { product: code.product.name })}</p>
            )}
          </>
        )}
      </div>
    </div>
  )
}

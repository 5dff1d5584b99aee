import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isRefused } from '#kit/refusal.ts'
import { Button } from '#kit/web/button.tsx'
import { Chip } from '#kit/web/chip.tsx'
import { useSend } from '#kit/web/portal.ts'
import { TextField } from '#kit/web/text-field.tsx'
import { useOutageText } from '#kit/web/use-outage-text.ts'
import { promotionalCodeProblem } from '../contract-rules.ts'
import { codeQuery } from './queries.ts'
import type { Wizard } from './use-wizard.ts'
import styles from './wizard.module.css'
import { type Energy, mainEnergy } from './wizard-draft.ts'

/** Why a code is not applied: what it is, or why nobody could tell. */
type Problem =
  | { code: NonNullable<ReturnType<typeof promotionalCodeProblem>> | 'promocode_invalid' | `promocode_of_${Energy}` }
  | { thrown: unknown }

/** A promotional code: checked when it is applied, and counted in the prices from then on. */
export function PromotionField({ wizard }: { wizard: Wizard }) {
  const t = useTranslations('contracting')
  const outageText = useOutageText()
  const send = useSend()
  const queryClient = useQueryClient()
  const { draft, set, idOf, errorOf, kind } = wizard
  const { typed, applied } = draft.promotion
  const [isChecking, setChecking] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const { data: code } = useQuery({ ...codeQuery(send, applied ?? ''), enabled: applied !== null })

  async function apply() {
    const coupon = typed.trim().toUpperCase()
    if (isChecking || coupon === '') return
    const known = promotionalCodeProblem(typed, applied)
    if (known) return setProblem({ code: known })
    setChecking(true)
    setProblem(null)
    try {
      const { valid, product } = await queryClient.fetchQuery({ ...codeQuery(send, coupon), staleTime: 0 })
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

  function textOf(why: Problem): string {
    if ('code' in why) return t(`fieldErrors.${why.code}`)
    if (isRefused(why.thrown) && why.thrown.code === 'too_many_attempts') return t(`refusals.${why.thrown.code}`)
    return outageText(why.thrown) ?? t('wizard.failures.connectivity')
  }

  // A code that came with the address is applied without being asked for; what is typed waits for the button.
  const brought = useRef(typed !== '' ? apply : null)
  useEffect(() => {
    void brought.current?.()
    brought.current = null
  }, [])

  return (
    <div className={styles.promotion}>
      <TextField
        id={idOf('promocode')}
        label={t('wizard.fields.promocode')}
        isOptional
        error={problem ? textOf(problem) : errorOf('promocode')}
        maxLength={40}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => {
          setProblem(null)
          set('promotion', { typed: target.value })
        }}
        // Enter applies the code rather than sending the step.
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
            <Chip tone="positive">{t('wizard.promotion.applied', { code: applied })}</Chip>
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

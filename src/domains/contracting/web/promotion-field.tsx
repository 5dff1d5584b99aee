import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isRefused } from '#kit/refusal.ts'
import { Button } from '#kit/web/button.tsx'
import { Chip } from '#kit/web/chip.tsx'
import { useSend } from '#kit/web/portal.ts'
import { TextField } from '#kit/web/text-field.tsx'
import { promotionalCodeProblem } from '../contract-rules.ts'
import { isCodeValid } from './queries.ts'
import type { Wizard } from './use-wizard.ts'
import styles from './wizard.module.css'

/** A promotional code: checked when it is applied, and counted in the prices from then on. */
export function PromotionField({ wizard }: { wizard: Wizard }) {
  const t = useTranslations('contracting')
  const send = useSend()
  const { draft, set, idOf, errorOf } = wizard
  const { typed, applied } = draft.promotion
  const [isChecking, setChecking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function apply() {
    if (isChecking || typed.trim() === '') return
    const known = promotionalCodeProblem(typed, applied)
    if (known) return setProblem(t(`fieldErrors.${known}`))
    setChecking(true)
    setProblem(null)
    try {
      if (await isCodeValid(send, typed.trim())) set('promotion', { typed: '', applied: typed.trim().toUpperCase() })
      else setProblem(t('fieldErrors.promocode_invalid'))
    } catch (failure) {
      const isTooOften = isRefused(failure) && failure.code === 'too_many_attempts'
      setProblem(t(isTooOften ? 'refusals.too_many_attempts' : 'wizard.failures.connectivity'))
    } finally {
      setChecking(false)
    }
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
        error={problem ?? errorOf('promocode')}
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
            <Button variant="quiet" isSmall onClick={() => set('promotion', { applied: null })}>
              {t('wizard.promotion.remove')}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

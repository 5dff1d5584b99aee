import { useTranslations } from 'use-intl'
import { NumberField } from '#kit/web/number-field.tsx'
import { clampPercentage, wholePercentage } from '../rules.ts'
import styles from './percentage-field.module.css'

type PercentageFieldProps = {
  /** As typed. */
  text: string
  onText: (text: string) => void
  /** The most that is left for this contract, after what the others have. */
  free: number
}

/** The percentage that a contract gets, to slide and to type. */
export function PercentageField({ text, onText, free }: PercentageFieldProps) {
  const t = useTranslations('batteries.part')
  const percentage = readPercentage(text)
  const error = percentage === null ? t('invalid') : percentage > free ? t('tooMuch', { free }) : undefined
  return (
    <div className={styles.field}>
      <NumberField
        label={t('label')}
        hint={t('free', { free, taken: wholePercentage - free })}
        isJudgedWhileTyped
        error={error}
        unit="%"
        step={1}
        min={0}
        max={wholePercentage}
        value={text}
        onValue={(typed) => onText(withinBounds(typed))}
      />
      <input
        type="range"
        className={styles.slider}
        aria-label={t('slide')}
        min={0}
        max={wholePercentage}
        step={1}
        value={percentage ?? 0}
        onChange={(event) => onText(event.target.value)}
      />
      {percentage === 0 && <p className="note">{t('locks')}</p>}
    </div>
  )
}

/** The whole percentage that was typed, or null when it is none. */
export function readPercentage(text: string): number | null {
  return /^\d{1,3}$/.test(text.trim()) ? clampPercentage(Number(text)) : null
}

// What is too much or too little is never shown; what is no number yet is left to be finished.
function withinBounds(typed: string): string {
  return /^-?\d+$/.test(typed.trim()) ? String(clampPercentage(Number(typed))) : typed
}

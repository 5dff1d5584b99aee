import { useTranslations } from 'use-intl'
import { NumberField } from '#kit/web/form/number-field.tsx'
import { clampPercentage, wholePercentage } from '../rules.ts'
import styles from './percentage-field.module.css'

type PercentageFieldProps = {
  /** The draft. */
  text: string
  onText: (text: string) => void
  /** The most that is left for this contract after the shares of the others. */
  free: number
}

/** Lets the user slide or type the percentage that a contract gets. */
export function PercentageField({ text, onText, free }: PercentageFieldProps) {
  const t = useTranslations('batteries.part')
  const percentage = parsePercentage(text)
  const error = percentage === null ? t('invalid') : percentage > free ? t('tooMuch', { free }) : undefined
  return (
    <div className={styles.field}>
      <NumberField
        label={t('label')}
        hint={t('free', { free, taken: wholePercentage - free })}
        isValidatedWhileTyping
        error={error}
        unit="%"
        step={1}
        min={0}
        max={wholePercentage}
        value={text}
        onValue={(entered) => onText(clampText(entered))}
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

/** Parses a typed whole percentage. Returns null for anything that is not one. */
export function parsePercentage(text: string): number | null {
  return /^\d{1,3}$/.test(text.trim()) ? clampPercentage(Number(text)) : null
}

// Values above or below the limits are never shown; text that is not yet a number is left for the user to complete.
function clampText(text: string): string {
  return /^-?\d+$/.test(text.trim()) ? String(clampPercentage(Number(text))) : text
}

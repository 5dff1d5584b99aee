import { type ReactNode, useId } from 'react'
import styles from './choice-list.module.css'
import { FieldError, useUncorrected } from './field.tsx'
import { spaced } from './spaced.ts'

type ChoiceListProps<Value extends string> = {
  legend: string
  options: readonly { value: Value; label: ReactNode; note?: ReactNode }[]
  value: Value | null
  onValue: (value: Value) => void
  hint?: ReactNode
  /** What to do about it, in the same words as in the error summary. */
  error?: string | undefined
  /** Where a link of the error summary points to: the first choice. */
  id?: string
  /** Beside each other where there is room: for short answers. */
  isRow?: boolean
}

/** A few things of which one is chosen. */
export function ChoiceList<Value extends string>({
  legend,
  options,
  value,
  onValue,
  hint,
  error: told,
  id,
  isRow,
}: ChoiceListProps<Value>) {
  const { error, around } = useUncorrected<HTMLFieldSetElement>(told)
  const name = useId()
  const hintId = `${name}-hint`
  const errorId = `${name}-error`
  return (
    <fieldset
      {...around}
      className={spaced(styles.list, isRow && styles.row)}
      data-invalid={error ? true : undefined}
      aria-describedby={spaced(hint && hintId, error && errorId)}
    >
      <legend className={styles.legend}>{legend}</legend>
      {hint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <div className={styles.hint}>
          <FieldError id={errorId}>{error}</FieldError>
        </div>
      )}
      {options.map((option, place) => (
        <label key={option.value} className={styles.choice}>
          <input
            id={place === 0 ? id : undefined}
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onValue(option.value)}
          />
          <span>
            {option.label}
            {option.note && <span className={styles.note}>{option.note}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

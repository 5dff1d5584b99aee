import { type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import styles from './choice-list.module.css'
import { FieldError, useErrorUntilCorrected } from './field.tsx'

type ChoiceListProps<Value extends string> = {
  legend: string
  options: readonly { value: Value; label: ReactNode; note?: ReactNode }[]
  value: Value | null
  onValue: (value: Value) => void
  hint?: ReactNode
  /** How to correct it, with the same text as in the error summary. */
  error?: string | undefined
  /** The target of links from the error summary: the first choice. */
  id?: string
  /** Side by side where there is room: for short answers. */
  isRow?: boolean
}

/** A group of radio buttons. */
export function ChoiceList<Value extends string>({
  legend,
  options,
  value,
  onValue,
  hint,
  error: givenError,
  id,
  isRow,
}: ChoiceListProps<Value>) {
  const { error, wrapperProps } = useErrorUntilCorrected<HTMLFieldSetElement>(givenError)
  const name = useId()
  const hintId = `${name}-hint`
  const errorId = `${name}-error`
  return (
    <fieldset
      {...wrapperProps}
      className={classNames(styles.list, isRow && styles.row)}
      data-invalid={error ? true : undefined}
      aria-describedby={classNames(hint && hintId, error && errorId)}
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
      {options.map((option, index) => (
        <label key={option.value} className={styles.choice}>
          <input
            id={index === 0 ? id : undefined}
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

import { type ReactNode, useId } from 'react'
import styles from './choice-list.module.css'

type ChoiceListProps<Value extends string> = {
  legend: string
  options: readonly { value: Value; label: ReactNode; note?: ReactNode }[]
  value: Value | null
  onValue: (value: Value) => void
}

/** A few things of which one is chosen. */
export function ChoiceList<Value extends string>({ legend, options, value, onValue }: ChoiceListProps<Value>) {
  const name = useId()
  return (
    <fieldset className={styles.list}>
      <legend className={styles.legend}>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.choice}>
          <input
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

import { useId } from 'react'
import styles from './segmented-control.module.css'

type SegmentedControlProps<Value extends string> = {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onValue: (value: Value) => void
}

/** A control to switch between views of one thing: months, days, hours. Implemented as a group of radio buttons. */
export function SegmentedControl<Value extends string>({
  label,
  options,
  value,
  onValue,
}: SegmentedControlProps<Value>) {
  const name = useId()
  return (
    <fieldset className={styles.segments}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.segment}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onValue(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}

import type { ComponentPropsWithRef } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../graphics/icon.tsx'
import { chevronDown } from '../graphics/icons.ts'
import fieldStyles from './field.module.css'
import { Field, type FieldProps } from './field.tsx'
import styles from './native-select.module.css'

type Option = { value: string; label: string; isDisabled?: boolean }

type NativeSelectProps = FieldProps & {
  options: readonly Option[]
  /** `fit` is as wide as its longest option. */
  width?: 'fit' | 'medium' | 'full'
  isSmall?: boolean
} & Omit<ComponentPropsWithRef<'select'>, 'id' | 'children'>

/** A native select for a few options, which works best on phones. */
export function NativeSelect({
  label,
  hint,
  error,
  isOptional,
  isLabelHidden,
  aside,
  id,
  options,
  width = 'full',
  isSmall,
  ...select
}: NativeSelectProps) {
  return (
    <Field {...{ label, hint, error, isOptional, isLabelHidden, aside, id }}>
      {(control) => (
        <div
          className={classNames(
            fieldStyles.box,
            styles.box,
            width !== 'fit' && styles.full,
            width === 'medium' && fieldStyles.medium,
            isSmall && fieldStyles.small,
          )}
        >
          <select {...select} {...control} className={styles.select}>
            {options.map(({ value, label, isDisabled }) => (
              <option key={value} value={value} disabled={isDisabled}>
                {label}
              </option>
            ))}
          </select>
          <Icon shape={chevronDown} className={styles.chevron} />
        </div>
      )}
    </Field>
  )
}

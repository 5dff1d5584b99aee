import type { ComponentPropsWithRef, ReactNode } from 'react'
import styles from './field.module.css'
import { Field, type FieldProps } from './field.tsx'
import { Icon } from './icon.tsx'
import type { IconShape } from './icons.ts'
import { spaced } from './spaced.ts'

type TextFieldProps = FieldProps & {
  /** As wide as the answer is long: a year is short, a name is full. */
  width?: 'short' | 'medium' | 'full'
  isSmall?: boolean
  icon?: IconShape
  prefix?: string
  unit?: string
  /** After the text inside the box: a chip, a button of class `end`. */
  end?: ReactNode
} & Omit<ComponentPropsWithRef<'input'>, 'id' | 'width' | 'prefix' | 'size'>

/** One line of text, a number, a search: whatever the native input of `type` takes. */
export function TextField({
  label,
  hint,
  error,
  isJudgedWhileTyped,
  isOptional,
  isLabelHidden,
  aside,
  id,
  width = 'full',
  isSmall,
  icon,
  prefix,
  unit,
  end,
  ...input
}: TextFieldProps) {
  return (
    <Field {...{ label, hint, error, isJudgedWhileTyped, isOptional, isLabelHidden, aside, id }}>
      {(control) => (
        <div className={spaced(styles.box, width !== 'full' && styles[width], isSmall && styles.small)}>
          {icon && <Icon shape={icon} />}
          {prefix && <span className={styles.affix}>{prefix}</span>}
          <input {...input} {...control} className={styles.input} />
          {unit && <span className={styles.affix}>{unit}</span>}
          {end}
        </div>
      )}
    </Field>
  )
}

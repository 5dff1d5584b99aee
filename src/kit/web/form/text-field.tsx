import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../graphics/icon.tsx'
import type { IconShape } from '../graphics/icons.ts'
import styles from './field.module.css'
import { Field, type FieldProps } from './field.tsx'

type TextFieldProps = FieldProps & {
  /** The width that suits the answer: short for a year, full for a name. */
  width?: 'short' | 'medium' | 'full'
  isSmall?: boolean
  icon?: IconShape
  prefix?: string
  unit?: string
  /** After the text inside the box: a badge, a button of class `end`. */
  end?: ReactNode
} & Omit<ComponentPropsWithRef<'input'>, 'id' | 'width' | 'prefix' | 'size'>

/** A field for one line of text, a number or a search: any native `type` of input. */
export function TextField({
  label,
  hint,
  error,
  isValidatedWhileTyping,
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
    <Field {...{ label, hint, error, isValidatedWhileTyping, isOptional, isLabelHidden, aside, id }}>
      {(control) => (
        <div className={classNames(styles.box, width !== 'full' && styles[width], isSmall && styles.small)}>
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

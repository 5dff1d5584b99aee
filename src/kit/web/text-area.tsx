import type { ComponentPropsWithRef } from 'react'
import fieldStyles from './field.module.css'
import { Field, type FieldProps } from './field.tsx'
import { spaced } from './spaced.ts'
import styles from './text-area.module.css'

type TextAreaProps = FieldProps & Omit<ComponentPropsWithRef<'textarea'>, 'id'>

/** Several lines of text; it can be drawn longer. */
export function TextArea({ label, hint, error, isOptional, isLabelHidden, aside, id, ...area }: TextAreaProps) {
  return (
    <Field {...{ label, hint, error, isOptional, isLabelHidden, aside, id }}>
      {(control) => (
        <div className={spaced(fieldStyles.box, styles.area)}>
          <textarea rows={5} {...area} {...control} className={styles.input} />
        </div>
      )}
    </Field>
  )
}

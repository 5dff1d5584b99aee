import type { ComponentPropsWithRef } from 'react'
import { classNames } from '../class-names.ts'
import fieldStyles from './field.module.css'
import { Field, type FieldProps } from './field.tsx'
import styles from './text-area.module.css'

type TextAreaProps = FieldProps & Omit<ComponentPropsWithRef<'textarea'>, 'id'>

/** A field for several lines of text; it can be resized. */
export function TextArea({ label, hint, error, isOptional, isLabelHidden, aside, id, ...area }: TextAreaProps) {
  return (
    <Field {...{ label, hint, error, isOptional, isLabelHidden, aside, id }}>
      {(control) => (
        <div className={classNames(fieldStyles.box, styles.area)}>
          <textarea rows={5} {...area} {...control} className={styles.input} />
        </div>
      )}
    </Field>
  )
}

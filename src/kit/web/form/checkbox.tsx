import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import styles from './checkbox.module.css'
import { FieldError, useErrorUntilCorrected } from './field.tsx'

type CheckboxProps = { label: ReactNode; hint?: ReactNode; error?: string; id?: string } & Omit<
  ComponentPropsWithRef<'input'>,
  'type' | 'id'
>

/** A checkbox whose whole label can be pressed. */
export function Checkbox({ label, hint, error: givenError, id, ...input }: CheckboxProps) {
  const { error, wrapperProps } = useErrorUntilCorrected(givenError)
  const ownId = useId()
  const controlId = id ?? ownId
  const hintId = `${controlId}-hint`
  const errorId = `${controlId}-error`
  return (
    <div {...wrapperProps} className={styles.field} data-invalid={error ? true : undefined}>
      {error && <FieldError id={errorId}>{error}</FieldError>}
      <label className={styles.choice}>
        <input
          {...input}
          id={controlId}
          type="checkbox"
          className={styles.box}
          aria-describedby={classNames(hint && hintId, error && errorId)}
          aria-invalid={error ? true : undefined}
        />
        <span>
          {label}
          {hint && (
            <span id={hintId} className={styles.hint}>
              {hint}
            </span>
          )}
        </span>
      </label>
    </div>
  )
}

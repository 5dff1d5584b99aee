import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'
import styles from './checkbox.module.css'
import { FieldError, useUncorrected } from './field.tsx'
import { spaced } from './spaced.ts'

type CheckboxProps = { label: ReactNode; hint?: ReactNode; error?: string; id?: string } & Omit<
  ComponentPropsWithRef<'input'>,
  'type' | 'id'
>

/** A box to tick; the whole sentence beside it can be pressed. */
export function Checkbox({ label, hint, error: told, id, ...input }: CheckboxProps) {
  const { error, around } = useUncorrected(told)
  const ownId = useId()
  const controlId = id ?? ownId
  const hintId = `${controlId}-hint`
  const errorId = `${controlId}-error`
  return (
    <div {...around} className={styles.field} data-invalid={error ? true : undefined}>
      {error && <FieldError id={errorId}>{error}</FieldError>}
      <label className={styles.choice}>
        <input
          {...input}
          id={controlId}
          type="checkbox"
          className={styles.box}
          aria-describedby={spaced(hint && hintId, error && errorId)}
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

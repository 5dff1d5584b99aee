import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import styles from './field.module.css'
import { Icon } from './icon.tsx'
import { ringExclamation } from './icons.ts'
import { spaced } from './spaced.ts'

export type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  /** What to do about it, in the same words as in the error summary. */
  error?: string | undefined
  /** Judged with each key and not when its form is sent: the error stays until the value is right. */
  isJudgedWhileTyped?: boolean
  isOptional?: boolean
  /** Only where its place says what it is: a search box, a page size. */
  isLabelHidden?: boolean
  /** Beside the label, a link for whoever cannot answer. */
  aside?: ReactNode
  /** Where links of the error summary point to; made up when not given. */
  id?: string
}

/** What the control must carry, so that label, hint and error belong to it. */
export type FieldControl = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** Label, hint, error and control, in this order. The control is made by `children`. */
export function Field({
  label,
  hint,
  error: told,
  isJudgedWhileTyped,
  isOptional,
  isLabelHidden,
  aside,
  id,
  children,
}: FieldProps & { children: (control: FieldControl, labelId: string, correct: () => void) => ReactNode }) {
  const t = useTranslations('kit')
  const { error: uncorrected, around } = useUncorrected(told)
  const error = isJudgedWhileTyped ? told : uncorrected
  const ownId = useId()
  const controlId = id ?? ownId
  const labelId = `${controlId}-label`
  const hintId = `${controlId}-hint`
  const errorId = `${controlId}-error`
  return (
    <div {...around} className={styles.field} data-invalid={error ? true : undefined}>
      <div className={isLabelHidden ? 'visually-hidden' : styles.head}>
        <label id={labelId} htmlFor={controlId} className={styles.label}>
          {label} {isOptional && <span className={styles.optional}>({t('optional')})</span>}
        </label>
        {aside && <span className="small">{aside}</span>}
      </div>
      {hint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {children(
        {
          id: controlId,
          'aria-describedby': spaced(hint && hintId, error && errorId),
          'aria-invalid': error ? true : undefined,
        },
        labelId,
        around.onChange,
      )}
    </div>
  )
}

/**
 * An error until what it is about is changed: a field that is being corrected is no longer wrong, before it is judged again
 * when its form is sent. `around` goes onto an element with the control.
 */
export function useUncorrected<Around extends HTMLElement = HTMLDivElement>(told: string | undefined) {
  const locale = useLocale()
  const [corrected, setCorrected] = useState<{ told: string; locale: string }>()
  const ref = useRef<Around>(null)
  if (!told && corrected) setCorrected(undefined)
  // In another language the same error has another sentence.
  if (told && corrected && corrected.locale !== locale) setCorrected({ told, locale })
  useEffect(() => {
    const form = ref.current?.closest('form')
    const judge = () => setCorrected(undefined)
    form?.addEventListener('submit', judge)
    return () => form?.removeEventListener('submit', judge)
  }, [])
  return {
    error: told === corrected?.told ? undefined : told,
    around: { ref, onChange: () => setCorrected(told ? { told, locale } : undefined) },
  }
}

/** The error of one field; for controls that are no `Field`, such as a group of boxes to tick. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className={styles.error}>
      <Icon shape={ringExclamation} />
      <span>{children}</span>
    </p>
  )
}

import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { classNames } from '../class-names.ts'
import { Icon } from '../graphics/icon.tsx'
import { ringExclamation } from '../graphics/icons.ts'
import styles from './field.module.css'

export type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  /** How to correct it, with the same text as in the error summary. */
  error?: string | undefined
  /** Validated with each key and not on submission: the error stays until the value is right. */
  isValidatedWhileTyping?: boolean
  isOptional?: boolean
  /** Only where the position makes the purpose clear: a search box, a page size. */
  isLabelHidden?: boolean
  /** A link beside the label for users who cannot answer. */
  aside?: ReactNode
  /** The target of links from the error summary; generated when not given. */
  id?: string
}

/** The attributes that the control needs so that label, hint and error belong to it. */
export type FieldControl = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** Label, hint, error and control, in this order. `children` renders the control. */
export function Field({
  label,
  hint,
  error: givenError,
  isValidatedWhileTyping,
  isOptional,
  isLabelHidden,
  aside,
  id,
  children,
}: FieldProps & { children: (control: FieldControl, labelId: string, markCorrected: () => void) => ReactNode }) {
  const t = useTranslations('kit')
  const { error: uncorrected, wrapperProps } = useErrorUntilCorrected(givenError)
  const error = isValidatedWhileTyping ? givenError : uncorrected
  const ownId = useId()
  const controlId = id ?? ownId
  const labelId = `${controlId}-label`
  const hintId = `${controlId}-hint`
  const errorId = `${controlId}-error`
  return (
    <div {...wrapperProps} className={styles.field} data-invalid={error ? true : undefined}>
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
          'aria-describedby': classNames(hint && hintId, error && errorId),
          'aria-invalid': error ? true : undefined,
        },
        labelId,
        wrapperProps.onChange,
      )}
    </div>
  )
}

/**
 * Returns an error until the value that it concerns changes: a field being corrected is not invalid before it is
 * validated again on submission. `around` goes onto an element that contains the control.
 */
export function useErrorUntilCorrected<Wrapper extends HTMLElement = HTMLDivElement>(givenError: string | undefined) {
  const locale = useLocale()
  const [corrected, setCorrected] = useState<{ givenError: string; locale: string }>()
  const ref = useRef<Wrapper>(null)
  if (!givenError && corrected) setCorrected(undefined)
  // In another language the same error has another message.
  if (givenError && corrected && corrected.locale !== locale) setCorrected({ givenError, locale })
  useEffect(() => {
    const form = ref.current?.closest('form')
    const reset = () => setCorrected(undefined)
    form?.addEventListener('submit', reset)
    return () => form?.removeEventListener('submit', reset)
  }, [])
  return {
    error: givenError === corrected?.givenError ? undefined : givenError,
    wrapperProps: { ref, onChange: () => setCorrected(givenError ? { givenError, locale } : undefined) },
  }
}

/** The error of one field; for controls without a `Field`, such as a group of checkboxes. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className={styles.error}>
      <Icon shape={ringExclamation} />
      <span>{children}</span>
    </p>
  )
}

import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import styles from './field.module.css'
import { TextField } from './text-field.tsx'

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'end' | 'ref'> & {
  autoComplete: 'current-password' | 'new-password'
}

/** A password field whose value can be shown while typing, and is hidden again on submission. */
export function PasswordField(props: PasswordFieldProps) {
  const t = useTranslations('kit.password')
  const [isShown, setShown] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  // A browser saves the value of a field of type text; a password must not be among them.
  useEffect(() => {
    const form = input.current?.form
    const hide = () => setShown(false)
    form?.addEventListener('submit', hide)
    return () => form?.removeEventListener('submit', hide)
  }, [])

  return (
    <TextField
      {...props}
      ref={input}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      end={
        <button
          type="button"
          className={styles.end}
          aria-label={isShown ? t('hidePassword') : t('showPassword')}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? t('hide') : t('show')}
        </button>
      }
    />
  )
}

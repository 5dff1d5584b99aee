import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import styles from './field.module.css'
import { TextField } from './text-field.tsx'

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'end' | 'ref'> & {
  autoComplete: 'current-password' | 'new-password'
}

/** A password that can be looked at while it is written, and is covered again when the form is sent. */
export function PasswordField(props: PasswordFieldProps) {
  const t = useTranslations('kit.password')
  const [isShown, setShown] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  // A browser remembers what was in a field of type text; a password must not be among it.
  useEffect(() => {
    const form = input.current?.form
    const cover = () => setShown(false)
    form?.addEventListener('submit', cover)
    return () => form?.removeEventListener('submit', cover)
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

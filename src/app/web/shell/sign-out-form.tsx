import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSend } from '#kit/web/portal.ts'
import { useAddress } from '../use-address.ts'

/**
 * Ends the session and opens the sign-in page, leaving nothing of the session in the browser. `children` is its submit
 * button.
 */
export function SignOutForm({ children }: { children: ReactNode }) {
  const t = useTranslations('shell')
  const send = useSend()
  const address = useAddress()
  const [hasFailed, setFailed] = useState(false)

  async function signOut(event: FormEvent) {
    event.preventDefault()
    setFailed(false)
    try {
      const { logOut } = await import('#domains/session/api.ts')
      await send(logOut, {})
      window.location.assign(address('/login'))
    } catch {
      setFailed(true)
    }
  }

  return (
    <form method="post" action={address('/logout')} onSubmit={signOut}>
      {children}
      {hasFailed && (
        <p className="note" role="alert">
          {t('leaveFailed')}
        </p>
      )}
    </form>
  )
}

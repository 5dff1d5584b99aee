import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { usePortal } from '#kit/web/portal.ts'

/** Ends the operator's session and opens their sign-in page. */
export function SignOutButton({ className }: { className?: string }) {
  const t = useTranslations('operator-area')
  const { send, basePath } = usePortal()
  const [hasFailed, setFailed] = useState(false)

  async function signOut() {
    setFailed(false)
    try {
      const { signOutOperator } = await import('#domains/operators/desk/api.ts')
      await send(signOutOperator, {})
      window.location.assign(`${basePath}/operator/login`)
    } catch {
      setFailed(true)
    }
  }

  return (
    <>
      <button type="button" className={className} onClick={signOut}>
        {t('leave')}
      </button>
      {hasFailed && (
        <p className="note" role="alert">
          {t('leaveFailed')}
        </p>
      )}
    </>
  )
}

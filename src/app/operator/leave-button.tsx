import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { usePortal } from '#kit/web/portal.ts'

/** Ends the operator's session and goes to their log-in. */
export function LeaveButton({ className }: { className?: string }) {
  const t = useTranslations('operator-area')
  const { send, basePath } = usePortal()
  const [hasFailed, setFailed] = useState(false)

  async function leave() {
    setFailed(false)
    try {
      const { leaveOperatorArea } = await import('#desks/operators/api.ts')
      await send(leaveOperatorArea, {})
      window.location.assign(`${basePath}/operator/login`)
    } catch {
      setFailed(true)
    }
  }

  return (
    <>
      <button type="button" className={className} onClick={leave}>
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

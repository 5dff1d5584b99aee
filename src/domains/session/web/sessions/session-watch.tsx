import { Suspense, useEffect, useMemo, useState } from 'react'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { useBoot, usePortal } from '#kit/web/portal.ts'
import { SessionEndedDialog } from './session-ended-dialog.tsx'
import { SessionEndingDialog } from './session-ending-dialog.tsx'
import { monitorSession, type SessionEnding } from './session-monitor.ts'

const ReauthenticationDialog = lazyPart(
  async () => (await import('./reauthentication-dialog.tsx')).ReauthenticationDialog,
)

/**
 * Watches the session while a page is open: warns before it ends, reports when it has, and asks for re-authentication
 * where a call requires it.
 */
export function SessionWatch() {
  const { sessionEnded, asksReauthentication } = useBoot()
  if (sessionEnded) return <SessionEndedDialog />
  return (
    <>
      <SessionEndingWarning />
      {asksReauthentication && (
        <Suspense>
          <ReauthenticationDialog />
        </Suspense>
      )}
    </>
  )
}

function SessionEndingWarning() {
  const portal = usePortal()
  const [ending, setEnding] = useState<SessionEnding | null>(null)
  const sessionMonitor = useMemo(() => monitorSession(portal.send, setEnding), [portal])
  useEffect(() => {
    void sessionMonitor.look()
    return sessionMonitor.stop
  }, [sessionMonitor])
  return ending && <SessionEndingDialog {...ending} onStay={sessionMonitor.stay} onEnd={sessionMonitor.look} />
}

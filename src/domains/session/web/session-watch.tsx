import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { useBoot, usePortal } from '#kit/web/portal.ts'
import { SessionEndedDialog } from './session-ended-dialog.tsx'
import { SessionEndingDialog } from './session-ending-dialog.tsx'
import { type Ending, watchLife } from './watch-life.ts'

const ProofDialog = lazy(async () => ({ default: (await import('./proof-dialog.tsx')).ProofDialog }))

/** Watches over the session while a page stands open: warns before it ends, tells when it has, and asks who sits there where a call
 * wants to know. */
export function SessionWatch() {
  const { sessionEnded, asksProof } = useBoot()
  if (sessionEnded) return <SessionEndedDialog />
  return (
    <>
      <Warning />
      {asksProof && (
        <Suspense>
          <ProofDialog />
        </Suspense>
      )}
    </>
  )
}

function Warning() {
  const portal = usePortal()
  const [ending, setEnding] = useState<Ending | null>(null)
  const life = useMemo(() => watchLife(portal.send, setEnding), [portal])
  useEffect(() => {
    void life.look()
    return life.stop
  }, [life])
  return ending && <SessionEndingDialog {...ending} onStay={life.stay} onEnd={life.look} />
}

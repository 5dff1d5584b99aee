import { useEffect, useMemo, useState } from 'react'
import { useBoot, usePortal } from '#kit/web/portal.ts'
import { SessionEndedDialog } from './session-ended-dialog.tsx'
import { SessionEndingDialog } from './session-ending-dialog.tsx'
import { type Ending, watchLife } from './watch-life.ts'

/** Watches over the session while a page stands open: warns before it ends, and tells when it has. */
export function SessionWatch() {
  return useBoot().sessionEnded ? <SessionEndedDialog /> : <Warning />
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

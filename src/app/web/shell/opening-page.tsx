import { useMatches, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { Skeleton } from '#kit/web/feedback/skeleton.tsx'
import { useBoot, usePortal } from '#kit/web/portal.ts'
import { textAt } from '../text-at.ts'
import styles from './opening-page.module.css'

// A page whose code and data are there already is shown in less time.
const shownAfterMs = 100

/**
 * Shows a page, and from shortly after a tap the frame of the one that is being opened: its heading, and the place of its
 * content. While calls fail, the page stays.
 */
export function OpeningPage({ children }: { children: ReactNode }) {
  const opening = useOpeningPath()
  const { outage } = useBoot()
  const isHidden = opening !== null && !outage
  return (
    <>
      {isHidden && <Frame pathname={opening} />}
      <div className={styles.page} hidden={isHidden}>
        {children}
      </div>
    </>
  )
}

function Frame({ pathname }: { pathname: string }) {
  const router = useRouter()
  const { messages } = usePortal()
  const route = router.getMatchedRoutes(pathname)[0].at(-1)
  const title = textAt(messages, route?.options.staticData?.title ?? '')
  return (
    <>
      {title ? <h1>{title}</h1> : <Skeleton count={1} />}
      <Skeleton kind="block" />
      <Skeleton kind="rows" count={4} />
    </>
  )
}

/** Returns the path of the page that has been being opened for a moment; null while the page of the address is shown. */
function useOpeningPath(): string | null {
  const router = useRouter()
  const [opening, setOpening] = useState<string | null>(null)
  const shown = useMatches({ select: (matches) => matches.at(-1)?.pathname })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const unsubscribers = [
      router.subscribe('onBeforeLoad', ({ pathChanged, toLocation }) => {
        clearTimeout(timer)
        if (pathChanged) timer = setTimeout(() => setOpening(toLocation.pathname), shownAfterMs)
      }),
      router.subscribe('onResolved', () => {
        clearTimeout(timer)
        setOpening(null)
      }),
    ]
    return () => {
      clearTimeout(timer)
      for (const unsubscribe of unsubscribers) unsubscribe()
    }
  }, [router])
  // In the same moment in which the page itself is there.
  return opening === shown ? null : opening
}

import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useBoot, usePortal } from '#kit/web/portal.ts'
import { ToastProvider } from '#kit/web/toast.tsx'
import { loadTexts } from '../texts.ts'
import { BottomBar } from './bottom-bar.tsx'
import '#domains/operator/web/legal-links.module.css'
import styles from './office.module.css'
import { SideColumn } from './side-column.tsx'
import { TopBar } from './top-bar.tsx'
import { useArrivalFocus } from './use-arrival-focus.ts'
import { usePresentMenu } from './use-present-menu.ts'

// Operators see it; customers load nothing for it.
const ReadonlyBar = lazy(async () => ({ default: (await import('./readonly-bar.tsx')).ReadonlyBar }))

const SessionWatch = lazy(async () => ({
  default: (await import('#domains/session/web/session-watch.tsx')).SessionWatch,
}))

// Drawn with the page, and nothing for the portal's program to wait for.
const LegalLinks = lazy(async () => ({
  default: (await import('#domains/operator/web/legal-links.tsx')).LegalLinks,
}))

// No session ends so soon, and the first picture waits for nothing that watches over it.
const watchedAfterMs = 20_000

/** The frame of the customer office: the menu in a column or, on a telephone, in two bars; and the sheet on which pages stand. */
export function Office() {
  const portal = usePortal()
  const { signedIn, sessionEnded, asksProof } = useBoot()
  const t = useTranslations('shell')
  const menu = usePresentMenu()
  const [isLongHere, setLongHere] = useState(false)
  useEffect(() => {
    const timer = setTimeout(async () => {
      await loadTexts(portal, ['session'])
      setLongHere(true)
    }, watchedAfterMs)
    return () => clearTimeout(timer)
  }, [portal])
  useEffect(() => {
    // Once the page stands: installing is nobody's first wish.
    addEventListener('load', registerLater)
    if (document.readyState === 'complete') registerLater()
    return () => removeEventListener('load', registerLater)
    function registerLater() {
      void import('./register-worker.ts').then(({ registerWorker }) => registerWorker(portal.basePath))
    }
  }, [portal])
  useArrivalFocus()
  return (
    <QueryClientProvider client={portal.queryClient!}>
      <ToastProvider>
        <a className="skip-link" href="#content">
          {t('skip')}
        </a>
        {signedIn?.readonly && (
          <Suspense>
            <ReadonlyBar name={signedIn.name} />
          </Suspense>
        )}
        <div className={styles.office}>
          <SideColumn {...menu} />
          <TopBar {...menu} />
          <main id="content" className={styles.sheet} tabIndex={-1}>
            <div className={styles.page}>
              <Outlet />
              <Suspense>
                <LegalLinks />
              </Suspense>
            </div>
          </main>
          <BottomBar {...menu} />
        </div>
        {signedIn && (sessionEnded || asksProof || isLongHere) && (
          <Suspense>
            <SessionWatch />
          </Suspense>
        )}
      </ToastProvider>
    </QueryClientProvider>
  )
}

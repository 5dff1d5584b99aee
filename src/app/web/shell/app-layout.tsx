import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { ToastProvider } from '#kit/web/overlay/toast.tsx'
import { lazyOnceActed } from '#kit/web/person-acts.ts'
import { useBoot, usePortal } from '#kit/web/portal.ts'
import { loadTexts } from '../texts.ts'
import { BottomBar } from './bottom-bar.tsx'
import '#domains/retailer/web/legal-links.module.css'
import styles from './app-layout.module.css'
import { OpeningPage } from './opening-page.tsx'
import { SideColumn } from './side-column.tsx'
import { TopBar } from './top-bar.tsx'
import { useNavigationFocus } from './use-navigation-focus.ts'
import { usePresentMenu } from './use-present-menu.ts'

// Only read-only sessions show it; other customers load nothing for it.
const ReadonlyBar = lazyPart(async () => (await import('./readonly-bar.tsx')).ReadonlyBar)

const SessionWatch = lazyPart(
  async () => (await import('#domains/session/web/sessions/session-watch.tsx')).SessionWatch,
)

// Rendered with the page, but not part of the portal's bundle.
const LegalLinks = lazyOnceActed(async () => (await import('#domains/retailer/web/legal-links.tsx')).LegalLinks)

// No session ends this early, and the first paint does not wait for the watching code.
const watchedAfterMs = 20_000

/** The layout of the customer portal: the menu in a column or, on a phone, in two bars; and the content area. */
export function AppLayout() {
  const portal = usePortal()
  const { signedIn, sessionEnded, asksReauthentication } = useBoot()
  const t = useTranslations('shell')
  const menu = usePresentMenu()
  const [isSessionWatched, setSessionWatched] = useState(false)
  useEffect(() => {
    const timer = setTimeout(async () => {
      await loadTexts(portal, ['session'])
      setSessionWatched(true)
    }, watchedAfterMs)
    return () => clearTimeout(timer)
  }, [portal])
  useEffect(() => {
    // After the page has loaded: installing has the lowest priority.
    addEventListener('load', registerLater)
    if (document.readyState === 'complete') registerLater()
    return () => removeEventListener('load', registerLater)
    function registerLater() {
      void import('./register-worker.ts').then(({ registerWorker }) => registerWorker(portal.basePath))
    }
  }, [portal])
  useNavigationFocus()
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
              <OpeningPage>
                <Outlet />
              </OpeningPage>
              <Suspense>
                <LegalLinks />
              </Suspense>
            </div>
          </main>
          <BottomBar {...menu} />
        </div>
        {signedIn && (sessionEnded || asksReauthentication || isSessionWatched) && (
          <Suspense>
            <SessionWatch />
          </Suspense>
        )}
      </ToastProvider>
    </QueryClientProvider>
  )
}

import { lazyRouteComponent, Outlet } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { useBoot } from '#kit/web/portal.ts'
import { restorePrehydrationInput } from './restore-prehydration-input.ts'

// The error pages are loaded when needed. If they fail to load too, because of the network, a plain text is shown.
const load = () =>
  import('./error-pages.tsx').catch(() => ({ NotFoundPage: PlainPage, CrashPage: PlainPage, ProblemPage: PlainPage }))

export const NotFoundPage = lazyRouteComponent(load, 'NotFoundPage')
export const CrashPage = lazyRouteComponent(load, 'CrashPage')
const ProblemPage = lazyRouteComponent(load, 'ProblemPage')

/** Renders the requested page, or the error page if the server met a problem. */
export function PageOrProblem() {
  const { problem } = useBoot()
  // Marks the page as hydrated; journeys wait for it.
  useEffect(() => {
    document.documentElement.dataset.hydrated = 'true'
    void restorePrehydrationInput()
  }, [])
  return problem ? (
    <Suspense>
      <ProblemPage problem={problem} />
    </Suspense>
  ) : (
    <Outlet />
  )
}

function PlainPage() {
  const t = useTranslations('app.problems')
  return (
    <main id="content">
      <h1>{t('crash.title')}</h1>
      <p>{t('crash.text')}</p>
      <a href={window.location.href}>{t('ways.reload')}</a>
    </main>
  )
}

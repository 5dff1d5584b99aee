import { lazyRouteComponent, Outlet } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { useBoot } from '#kit/web/portal.ts'
import { tellWrittenEarly } from './written-early.ts'

// The pages of problems come when there is one. Where not even they come, because the network is the problem, plain words do.
const load = () =>
  import('./error-pages.tsx').catch(() => ({ NotFoundPage: PlainPage, CrashPage: PlainPage, ProblemPage: PlainPage }))

export const NotFoundPage = lazyRouteComponent(load, 'NotFoundPage')
export const CrashPage = lazyRouteComponent(load, 'CrashPage')
const ProblemPage = lazyRouteComponent(load, 'ProblemPage')

/** What the visit is for, unless the server met a problem: then its page takes the place of everything. */
export function PageOrProblem() {
  const { problem } = useBoot()
  // From now on the page does what its script says, which journeys wait for.
  useEffect(() => {
    document.documentElement.dataset.hydrated = 'true'
    void tellWrittenEarly()
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

import { Suspense, useCallback, useState } from 'react'
import { useTranslations } from 'use-intl'
import { RetryBoundary } from '#kit/web/feedback/retry-boundary.tsx'
import { Skeleton } from '#kit/web/feedback/skeleton.tsx'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { whenInView } from '#kit/web/when-in-view.ts'

const HoursChart = lazyPart(async () => (await import('../hours/hours-chart.tsx')).HoursChart)

/** Shows what each hour of an invoice cost. The chart and its data load once it comes into view. */
export function HoursSection({ number }: { number: string }) {
  const t = useTranslations('invoice-details.hours')
  const [isInView, setInView] = useState(false)
  const watch = useCallback((place: HTMLElement) => whenInView(place, () => setInView(true)), [])
  return (
    <section ref={watch} className="stack" aria-labelledby="hours">
      <h2 id="hours">{t('title')}</h2>
      {isInView ? (
        <RetryBoundary title={t('failed.title')} message={t('failed.text')} resetKey={number}>
          <Suspense fallback={<Skeleton kind="block" />}>
            <HoursChart number={number} />
          </Suspense>
        </RetryBoundary>
      ) : (
        <p>{t('lead')}</p>
      )}
    </section>
  )
}

import { lazy, Suspense, useCallback, useState } from 'react'
import { useTranslations } from 'use-intl'
import { whenInView } from '#kit/web/when-in-view.ts'

const NextBill = lazy(async () => ({ default: (await import('./next-bill.tsx')).NextBill }))

/**
 * Shows what the next bill of a contract comes to so far, and where it will end. Its data and its code load once it comes
 * into view.
 */
export function NextBillSection({ contractId }: { contractId: number }) {
  const t = useTranslations('bill-forecasts')
  const [isInView, setInView] = useState(false)
  const watch = useCallback((place: HTMLElement) => whenInView(place, () => setInView(true)), [])
  const lead = <p>{t('lead')}</p>
  return (
    <section ref={watch} className="stack" aria-labelledby="next-bill">
      <h2 id="next-bill">{t('title')}</h2>
      {isInView ? (
        <Suspense fallback={lead}>
          <NextBill contractId={contractId} />
        </Suspense>
      ) : (
        lead
      )}
    </section>
  )
}

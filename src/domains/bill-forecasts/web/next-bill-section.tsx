import { lazy, Suspense, useCallback, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useBoot } from '#kit/web/portal.ts'
import { whenInView } from '#kit/web/when-in-view.ts'

const NextBill = lazy(async () => ({ default: (await import('./next-bill.tsx')).NextBill }))

/**
 * Shows what the next bill of a contract comes to so far, and where it will end. Its data and its code load once it comes
 * into view. Nothing where another server has the invoices.
 */
export function NextBillSection({ contractId }: { contractId: number }) {
  const t = useTranslations('bill-forecasts')
  const titleId = useId()
  const [isInView, setInView] = useState(false)
  const watch = useCallback((place: HTMLElement) => whenInView(place, () => setInView(true)), [])
  if (useBoot().hasUpstream) return null
  const lead = <p>{t('lead')}</p>
  return (
    <section ref={watch} className="stack" aria-labelledby={titleId}>
      <h2 id={titleId}>{t('title')}</h2>
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

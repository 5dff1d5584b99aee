import { Suspense, useCallback, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { RetryBoundary } from '#kit/web/feedback/retry-boundary.tsx'
import { Skeleton } from '#kit/web/feedback/skeleton.tsx'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { whenInView } from '#kit/web/when-in-view.ts'
import type { Energy } from '#vocabulary/energies.ts'

const NextBill = lazyPart(async () => (await import('./next-bill.tsx')).NextBill)

type NextBillSectionProps = {
  contract: { id: number; type: Energy }
  /** Where the supply is, for a customer who has others. */
  address?: string | undefined
}

/**
 * Shows what the next bill of a contract comes to so far, and where it will end. Its data and its code load once it comes
 * into view.
 */
export function NextBillSection({ contract: { id, type }, address }: NextBillSectionProps) {
  const t = useTranslations('bill-forecasts')
  const headingId = useId()
  const [isInView, setInView] = useState(false)
  const watch = useCallback((place: HTMLElement) => whenInView(place, () => setInView(true)), [])
  return (
    <section ref={watch} className="stack" aria-labelledby={headingId}>
      <div>
        <h2 id={headingId}>{t('title', { energy: type })}</h2>
        {address && <p className="note">{address}</p>}
      </div>
      {isInView ? (
        <RetryBoundary title={t('failed.title')} message={t('failed.text')} resetKey={String(id)}>
          <Suspense fallback={<Skeleton />}>
            <NextBill contractId={id} />
          </Suspense>
        </RetryBoundary>
      ) : (
        <p>{t('lead')}</p>
      )}
    </section>
  )
}

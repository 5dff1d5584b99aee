import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { useBoot } from '#kit/web/portal.ts'
import type { Rate } from './rating-form.tsx'

const RatingForm = lazyPart(async () => (await import('./rating-form.tsx')).RatingForm)

type AnswerRatingProps = {
  request: { is_ratable?: boolean | undefined; rating?: number | null | undefined }
  rate: Rate
}

/** Asks once how satisfied the author of a case is with its answer, and shows what they said. */
export function AnswerRating({ request: { is_ratable: isRatable, rating }, rate }: AnswerRatingProps) {
  const t = useTranslations('support.rating')
  const isReadonly = useBoot().signedIn?.readonly ?? false
  if (rating) return <p className="soft">{t('given', { rating })}</p>
  if (!isRatable || isReadonly) return null
  return (
    <Suspense>
      <RatingForm rate={rate} />
    </Suspense>
  )
}

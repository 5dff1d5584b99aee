import { Suspense, useCallback, useState } from 'react'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { whenInView } from '#kit/web/when-in-view.ts'
import type { CompletenessProps } from './completeness.tsx'

const Completeness = lazyPart(async () => (await import('./completeness.tsx')).Completeness)

/** Says how complete the data of a range are. Both its data and its code load once it comes into view. */
export function CompletenessPlace(props: CompletenessProps) {
  const [isInView, setInView] = useState(false)
  const watch = useCallback((place: HTMLDivElement) => whenInView(place, () => setInView(true)), [])
  return (
    <div ref={watch}>
      {isInView && (
        <Suspense>
          <Completeness {...props} />
        </Suspense>
      )}
    </div>
  )
}

import { ChangedMeanwhile } from '#kit/web/changed-meanwhile.tsx'
import { changedValues } from '../changed-values.ts'
import type { Changed } from './use-act.ts'

/** What another operator has made of something since it was read. */
export function ChangedItem({ changed, onTake }: { changed: Changed | undefined; onTake: () => void }) {
  if (!changed) return null
  return (
    <ChangedMeanwhile current={changed.current} onTake={onTake}>
      {changedValues(changed.seen, changed.current).join(' · ')}
    </ChangedMeanwhile>
  )
}

import { useState } from 'react'
import { ChangedMeanwhile } from '#kit/web/changed-meanwhile.tsx'
import { changedFields } from '../changed-fields.ts'
import type { Changed } from './use-act.ts'

/** What another operator has made of something since it was read, field by field, by the names that the form gives them. */
export function ChangedItem({ changed, onTake }: { changed: Changed | undefined; onTake: () => void }) {
  const [form, setForm] = useState<HTMLFormElement | null>(null)
  if (!changed) return null
  const told = changedFields(changed.seen, changed.current).map(({ path, text }) => {
    const label = labelIn(form, path)
    return label ? `${label}: ${text}` : text
  })
  return (
    <div ref={(place) => setForm(place?.closest('form') ?? null)}>
      <ChangedMeanwhile current={changed.current} onTake={onTake}>
        {told.join(' · ')}
      </ChangedMeanwhile>
    </div>
  )
}

/** How a form calls its field of a name; undefined where it has none, or calls each choice of it by another name. */
function labelIn(form: HTMLFormElement | null, name: string): string | undefined {
  const control = form?.elements.namedItem(name)
  if (!control || !('labels' in control)) return undefined
  const [label] = (control as HTMLInputElement).labels ?? []
  // What comes after the name is a hint, or that the field may stay empty.
  return label && document.createTreeWalker(label, NodeFilter.SHOW_TEXT).nextNode()?.textContent?.trim()
}

import { useState } from 'react'
import { useLocale } from 'use-intl'
import { StaleEditBanner } from '#kit/web/form/stale-edit-banner.tsx'
import { formatLabelled } from '#vocabulary/format.ts'
import { findChangedFields } from '../changed-fields.ts'
import type { EditConflict } from './use-action.ts'

/**
 * The changes that another operator has saved since the item was loaded, field by field, with the labels of the form.
 */
export function EditConflictBanner({
  conflict,
  onUseCurrent,
}: {
  conflict: EditConflict | undefined
  onUseCurrent: () => void
}) {
  const locale = useLocale()
  const [form, setForm] = useState<HTMLFormElement | null>(null)
  if (!conflict) return null
  const lines = findChangedFields(conflict.seen, conflict.current).map(({ path, text }) => {
    const label = findFieldLabel(form, path)
    return label ? formatLabelled(label, text, locale) : text
  })
  return (
    <div ref={(element) => setForm(element?.closest('form') ?? null)}>
      <StaleEditBanner current={conflict.current} onAcceptCurrent={onUseCurrent}>
        {lines.join(' · ')}
      </StaleEditBanner>
    </div>
  )
}

/**
 * Returns the label of a form field by name. Returns undefined if there is no such field, or if it is a group whose
 * choices have their own labels.
 */
function findFieldLabel(form: HTMLFormElement | null, name: string): string | undefined {
  const control = form?.elements.namedItem(name)
  if (!control || !('labels' in control)) return undefined
  const [label] = (control as HTMLInputElement).labels ?? []
  // The label text is followed by a hint or an "optional" note.
  return label && document.createTreeWalker(label, NodeFilter.SHOW_TEXT).nextNode()?.textContent?.trim()
}

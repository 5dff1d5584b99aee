import { useState } from 'react'
import { useOpenDialog } from '#kit/backoffice/web/use-open-dialog.ts'
import type { ListedDuty } from '../api.ts'

/** What the open dialog is about: duties to assign, one to end, or one whose norms are shown. */
type DutyEdit = { assign: readonly string[] } | { end: ListedDuty } | { norms: ListedDuty }

/** Returns the selected duties of the list and its open dialog. */
export function useDutyControls() {
  const [selected, select] = useState<readonly string[]>([])
  const toggle = (id: string) => select((ids) => (ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id]))
  return { ...useOpenDialog<DutyEdit>(), selected, select, toggle }
}
export type DutyControls = ReturnType<typeof useDutyControls>

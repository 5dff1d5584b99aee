import { useRowSelection } from '#kit/backoffice/web/row-selection.tsx'
import { useOpenDialog } from '#kit/backoffice/web/use-open-dialog.ts'
import type { ListedDuty } from '../api.ts'

/** What the open dialog is about: duties to assign, one to end, one whose norms are shown, or an event to record. */
type DutyEdit = 'record' | { assign: readonly string[] } | { end: ListedDuty } | { norms: ListedDuty }

/** Returns the selected duties of the list and its open dialog. */
export function useDutyControls() {
  return { ...useOpenDialog<DutyEdit>(), selection: useRowSelection<string>() }
}
export type DutyControls = ReturnType<typeof useDutyControls>

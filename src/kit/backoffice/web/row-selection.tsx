import { type ReactNode, useState } from 'react'
import { Checkbox } from '#kit/web/form/checkbox.tsx'

/** Returns which rows of a list an operator has selected for an action on all of them. */
export function useRowSelection<Id extends string | number>() {
  const [selected, setSelected] = useState<ReadonlySet<Id>>(new Set())
  return {
    selected: [...selected],
    isSelected: (id: Id) => selected.has(id),
    toggle: (id: Id) =>
      setSelected((before) => {
        const after = new Set(before)
        if (!after.delete(id)) after.add(id)
        return after
      }),
    clear: () => setSelected(new Set()),
  }
}

type SelectRowProps = {
  /** The id of the row, for keys that act on it. */
  value?: string
  label: string
  isSelected: boolean
  onToggle: () => void
}

/** The checkbox that selects a row; its label names the row for who does not see it. */
export function SelectRow({ value, label, isSelected, onToggle }: SelectRowProps) {
  return (
    <Checkbox
      label={<span className="visually-hidden">{label}</span>}
      value={value}
      checked={isSelected}
      onChange={onToggle}
    />
  )
}

/** The actions on the selected rows, beside how many there are. Empty while none is selected. */
export function SelectionBar({ count, label, children }: { count: number; label: string; children: ReactNode }) {
  if (count === 0) return null
  return (
    <fieldset className="line" aria-label={label}>
      <span aria-live="polite">{label}</span>
      {children}
    </fieldset>
  )
}

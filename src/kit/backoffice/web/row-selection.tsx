import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import { Checkbox } from '#kit/web/form/checkbox.tsx'

/** Returns which rows of a list an operator has selected for an action on all of them. */
export function useRowSelection<Id extends string | number>() {
  const [selected, setSelected] = useState<ReadonlySet<Id>>(new Set())
  return {
    /** Returns those of the shown rows that are selected, so that nothing happens to a row that is out of sight. */
    selectedIn: (ids: readonly Id[]) => ids.filter((id) => selected.has(id)),
    isSelected: (id: Id) => selected.has(id),
    toggle: (id: Id) =>
      setSelected((before) => {
        const after = new Set(before)
        if (!after.delete(id)) after.add(id)
        return after
      }),
    selectAll: (ids: readonly Id[]) => setSelected(new Set(ids)),
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

type PageSelection<Id extends string | number> = {
  /** The rows of the shown page. */
  ids: readonly Id[]
  selection: ReturnType<typeof useRowSelection<Id>>
}

/** Selects all rows of the shown page, or clears the selection where they all are. */
export function SelectPage<Id extends string | number>({ ids, selection }: PageSelection<Id>) {
  const t = useTranslations('operator-area.selection')
  const areAll = ids.every(selection.isSelected)
  return (
    <Button variant="quiet" isSmall onClick={() => (areAll ? selection.clear() : selection.selectAll(ids))}>
      {t(areAll ? 'none' : 'page')}
    </Button>
  )
}

type SelectionBarProps<Id extends string | number> = PageSelection<Id> & { label: string; children: ReactNode }

/** The button that selects the page, and the actions on the selected rows beside how many there are. */
export function SelectionBar<Id extends string | number>({ label, children, ...page }: SelectionBarProps<Id>) {
  const { ids, selection } = page
  if (ids.length === 0) return null
  return (
    <>
      <div>
        <SelectPage {...page} />
      </div>
      {selection.selectedIn(ids).length > 0 && (
        <fieldset className="line fields" aria-label={label}>
          <span aria-live="polite">{label}</span>
          {children}
        </fieldset>
      )}
    </>
  )
}

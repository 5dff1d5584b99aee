import { useEffect, useEffectEvent } from 'react'

/** What a key does with the row that has the focus, which its checkbox names. */
type RowKeys = Readonly<Record<string, (rowValue: string) => void>>

/**
 * Lets the keyboard move between the rows of a list whose first control is a checkbox: up and down arrows focus that of
 * the next row, and letters act on the row that has the focus. Letters work inside a row only, so that they disturb
 * neither speech input nor screen readers elsewhere (WCAG 2.1.4).
 */
export function useRowKeys(keys: RowKeys) {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof Element)) return
    const row = event.target.closest('tbody tr')
    const checkbox = row && checkboxIn(row)
    if (!checkbox) return
    const step = { ArrowUp: row.previousElementSibling, ArrowDown: row.nextElementSibling }[event.key]
    const act = keys[event.key.toLowerCase()]
    if (step === undefined && !act) return
    event.preventDefault()
    if (act) act(checkbox.value)
    else if (step) checkboxIn(step)?.focus()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

function checkboxIn(row: Element): HTMLInputElement | null {
  return row.querySelector<HTMLInputElement>('input[type=checkbox]')
}

import { type KeyboardEvent, useId, useRef, useState } from 'react'

/** The options of a field for selecting one by typing. */
export type ComboboxOption = {
  value: string
  label: string
  /** Further text by which the option can be found, shown beside it. */
  detail?: string
}

export type SelectableOptions = {
  options: readonly ComboboxOption[]
  /** The value of the selected option; empty while none is selected. */
  value: string
  onValue: (value: string) => void
}

/** The most options offered at once; the others are found by typing. */
const maxOffered = 50

/** Holds what is typed and which option is highlighted, and selects an option by keys or pointer. */
export function useCombobox({ options, value, onValue }: SelectableOptions) {
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  /** The text being typed; null while the selected option is shown. */
  const [searchText, setSearchText] = useState<string | null>(null)
  const chosen = options.find((option) => option.value === value)
  const matches = searchText === null ? options : options.filter((option) => isMatch(option, searchText))
  const offered = limitOptions(matches, chosen)
  const optionId = (index: number) => `${listId}-${index}`

  function open() {
    if (!isOpen) setActive(chosen && searchText === null ? offered.indexOf(chosen) : -1)
    setOpen(true)
  }

  function close() {
    setOpen(false)
    setActive(-1)
  }

  function choose(option: ComboboxOption) {
    onValue(option.value)
    setSearchText(null)
    close()
  }

  function search(text: string) {
    const same = options.find((option) => toSearchable(option.label) === toSearchable(text))
    onValue(same?.value ?? '')
    setSearchText(text)
    setOpen(true)
    setActive(-1)
  }

  function move(direction: 1 | -1) {
    if (!isOpen) return open()
    const next = nextIndex(active, direction, offered.length)
    setActive(next)
    list.current?.children[next]?.scrollIntoView?.({ block: 'nearest' })
  }

  function followKeys(event: KeyboardEvent) {
    const direction = ({ ArrowDown: 1, ArrowUp: -1 } as const)[event.key]
    const highlighted = offered[active]
    if (direction) move(direction)
    else if (event.key === 'Enter' && isOpen && highlighted) choose(highlighted)
    else if (event.key === 'Escape' && isOpen) close()
    else return
    event.preventDefault()
  }

  function leave() {
    if (chosen) setSearchText(null)
    close()
  }

  return {
    ...{ listId, list, isOpen, active, searchText, chosen, matches, optionId, offered },
    ...{ open, choose, search, followKeys, leave },
  }
}

/** The state of such a field. */
export type ComboboxState = ReturnType<typeof useCombobox>

/** Returns the index after or before the highlighted one, from end to end; -1 if there is none. */
function nextIndex(active: number, direction: 1 | -1, count: number): number {
  if (!count) return -1
  return active < 0 && direction < 0 ? count - 1 : (active + direction + count) % count
}

/** Returns the first matching options; the selected one is always among them. */
function limitOptions(
  matches: readonly ComboboxOption[],
  chosen: ComboboxOption | undefined,
): readonly ComboboxOption[] {
  const first = matches.slice(0, maxOffered)
  if (!chosen || first.includes(chosen) || !matches.includes(chosen)) return first
  return [chosen, ...first.slice(0, -1)]
}

/** Checks whether every word of the search text occurs in the option. */
function isMatch({ label, detail = '' }: ComboboxOption, searchText: string): boolean {
  const text = toSearchable(`${label} ${detail}`)
  return toSearchable(searchText)
    .split(/\s+/)
    .every((word) => text.includes(word))
}

function toSearchable(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim()
}

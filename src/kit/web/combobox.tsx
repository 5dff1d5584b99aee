import { type ComponentPropsWithRef, type KeyboardEvent, useId, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { classNames } from './class-names.ts'
import styles from './combobox.module.css'
import fieldStyles from './field.module.css'
import { Field, type FieldProps } from './field.tsx'
import { formatCount } from './format-count.ts'
import { Icon } from './icon.tsx'
import { magnifier } from './icons.ts'

export type ComboboxOption = {
  value: string
  label: string
  /** Further text by which the option can be found, shown beside it. */
  detail?: string
}

type ComboboxProps = FieldProps & {
  options: readonly ComboboxOption[]
  /** The value of the selected option; empty while none is selected. */
  value: string
  onValue: (value: string) => void
  /** Shown when no option matches the text. */
  noMatchMessage: string
  /** Returns the number of matches as text, for users who do not see the list. */
  matchCountMessage: (count: number) => string
} & Pick<ComponentPropsWithRef<'input'>, 'placeholder' | 'disabled' | 'name'>

/** The most options offered at once; the others are found by typing. */
const maxOffered = 50

/**
 * A field for selecting one of many options by typing a part of it: its label or detail, with or without accents. The
 * value is always that of an option; a text that matches none selects nothing.
 */
export function Combobox({ options, value, onValue, noMatchMessage, matchCountMessage, ...rest }: ComboboxProps) {
  const { label, hint, error, isOptional, isLabelHidden, aside, id, ...input } = rest
  const t = useTranslations('kit.search')
  const locale = useLocale()
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
    const next =
      active < 0 && direction < 0 ? offered.length - 1 : (active + direction + offered.length) % offered.length
    setActive(offered.length ? next : -1)
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

  return (
    <Field {...{ label, hint, error, isOptional, isLabelHidden, aside, id }}>
      {(control, labelId) => (
        <div className={styles.place}>
          <div className={fieldStyles.box}>
            <Icon shape={magnifier} />
            <input
              {...input}
              {...control}
              className={fieldStyles.input}
              role="combobox"
              aria-expanded={isOpen}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={active >= 0 ? optionId(active) : undefined}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={searchText ?? chosen?.label ?? ''}
              onChange={(event) => search(event.target.value)}
              onClick={open}
              onKeyDown={followKeys}
              onBlur={() => {
                if (chosen) setSearchText(null)
                close()
              }}
            />
          </div>
          <div className={styles.list} hidden={!isOpen || matches.length === 0}>
            <div ref={list} id={listId} role="listbox" aria-labelledby={labelId}>
              {(isOpen ? offered : []).map((option, index) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus
                <div
                  key={option.value}
                  id={optionId(index)}
                  role="option"
                  tabIndex={-1}
                  aria-selected={option.value === value}
                  className={classNames(styles.option, index === active && styles.active)}
                  // Before the field loses the focus, which would close the list.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => choose(option)}
                >
                  {option.label}
                  {option.detail && <span className={styles.detail}>{option.detail}</span>}
                </div>
              ))}
            </div>
            {offered.length < matches.length && (
              <p className={styles.rest}>
                {t('firstOf', {
                  shown: formatCount(offered.length, locale),
                  count: formatCount(matches.length, locale),
                })}
              </p>
            )}
          </div>
          {isOpen && matches.length === 0 && <p className={styles.none}>{noMatchMessage}</p>}
          <span className="visually-hidden" role="status">
            {isOpen && searchText !== null && (matches.length ? matchCountMessage(matches.length) : noMatchMessage)}
          </span>
        </div>
      )}
    </Field>
  )
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

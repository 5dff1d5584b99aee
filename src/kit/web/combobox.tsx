import { type ComponentPropsWithRef, type KeyboardEvent, useId, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import styles from './combobox.module.css'
import { formatCount } from './count.ts'
import fieldStyles from './field.module.css'
import { Field, type FieldProps } from './field.tsx'
import { Icon } from './icon.tsx'
import { magnifier } from './icons.ts'
import { spaced } from './spaced.ts'

export type ComboboxOption = {
  value: string
  label: string
  /** What else it can be found by, beside it. */
  detail?: string
}

type ComboboxProps = FieldProps & {
  options: readonly ComboboxOption[]
  /** The value of what is chosen; empty while nothing is. */
  value: string
  onValue: (value: string) => void
  /** Told when nothing fits what is typed. */
  noneFits: string
  /** Says how many fit, to whoever does not see the list. */
  told: (count: number) => string
} & Pick<ComponentPropsWithRef<'input'>, 'placeholder' | 'disabled' | 'name'>

/** As many as are offered at once; more are found by typing. */
const mostOffered = 50

/**
 * One of many, found by typing a part of it: its name or what stands beside it, with accents or without. What is chosen is
 * always one of the options; a text that is none of them chooses nothing.
 */
export function Combobox({ options, value, onValue, noneFits, told, ...rest }: ComboboxProps) {
  const { label, hint, error, isOptional, isLabelHidden, aside, id, ...input } = rest
  const t = useTranslations('kit.search')
  const locale = useLocale()
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  /** What is being typed; null while what is chosen stands there. */
  const [typed, setTyped] = useState<string | null>(null)
  const chosen = options.find((option) => option.value === value)
  const fitting = typed === null ? options : options.filter((option) => fits(option, typed))
  const offered = offeredOf(fitting, chosen)
  const optionId = (place: number) => `${listId}-${place}`

  function open() {
    if (!isOpen) setActive(chosen && typed === null ? offered.indexOf(chosen) : -1)
    setOpen(true)
  }

  function close() {
    setOpen(false)
    setActive(-1)
  }

  function choose(option: ComboboxOption) {
    onValue(option.value)
    setTyped(null)
    close()
  }

  function type(text: string) {
    const same = options.find((option) => plain(option.label) === plain(text))
    onValue(same?.value ?? '')
    setTyped(text)
    setOpen(true)
    setActive(-1)
  }

  function move(by: 1 | -1) {
    if (!isOpen) return open()
    const next = active < 0 && by < 0 ? offered.length - 1 : (active + by + offered.length) % offered.length
    setActive(offered.length ? next : -1)
    list.current?.children[next]?.scrollIntoView?.({ block: 'nearest' })
  }

  function followKeys(event: KeyboardEvent) {
    const way = ({ ArrowDown: 1, ArrowUp: -1 } as const)[event.key]
    const pointed = offered[active]
    if (way) move(way)
    else if (event.key === 'Enter' && isOpen && pointed) choose(pointed)
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
              value={typed ?? chosen?.label ?? ''}
              onChange={(event) => type(event.target.value)}
              onClick={open}
              onKeyDown={followKeys}
              onBlur={() => {
                if (chosen) setTyped(null)
                close()
              }}
            />
          </div>
          <div className={styles.list} hidden={!isOpen || fitting.length === 0}>
            <div ref={list} id={listId} role="listbox" aria-labelledby={labelId}>
              {(isOpen ? offered : []).map((option, place) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus
                <div
                  key={option.value}
                  id={optionId(place)}
                  role="option"
                  tabIndex={-1}
                  aria-selected={option.value === value}
                  className={spaced(styles.option, place === active && styles.active)}
                  // Before the field loses the focus, which would close the list.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => choose(option)}
                >
                  {option.label}
                  {option.detail && <span className={styles.detail}>{option.detail}</span>}
                </div>
              ))}
            </div>
            {offered.length < fitting.length && (
              <p className={styles.rest}>
                {t('firstOf', {
                  shown: formatCount(offered.length, locale),
                  count: formatCount(fitting.length, locale),
                })}
              </p>
            )}
          </div>
          {isOpen && fitting.length === 0 && <p className={styles.none}>{noneFits}</p>}
          <span className="visually-hidden" role="status">
            {isOpen && typed !== null && (fitting.length ? told(fitting.length) : noneFits)}
          </span>
        </div>
      )}
    </Field>
  )
}

/** The first of those that fit; what is chosen is always among them. */
function offeredOf(fitting: readonly ComboboxOption[], chosen: ComboboxOption | undefined): readonly ComboboxOption[] {
  const first = fitting.slice(0, mostOffered)
  if (!chosen || first.includes(chosen) || !fitting.includes(chosen)) return first
  return [chosen, ...first.slice(0, -1)]
}

/** Every word of what is typed stands somewhere in it. */
function fits({ label, detail = '' }: ComboboxOption, typed: string): boolean {
  const text = plain(`${label} ${detail}`)
  return plain(typed)
    .split(/\s+/)
    .every((word) => text.includes(word))
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim()
}

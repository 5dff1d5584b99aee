import { type FocusEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { type DatePrecision, readTypedDate, typedDateOrText, writtenDate } from '../typed-date.ts'
import fieldStyles from './field.module.css'
import { Field, type FieldProps } from './field.tsx'
import { Icon } from './icon.tsx'
import { calendar } from './icons.ts'
import { Popover } from './popover.tsx'
import { spaced } from './spaced.ts'

const DateCalendar = lazy(async () => ({ default: (await import('./date-calendar.tsx')).DateCalendar }))

type DateFieldProps = FieldProps & {
  /** In its errors too. */
  label: string
  /** Under which its form sends it: as ISO where there is a date, else as typed. */
  name?: string
  defaultValue?: string | undefined
  /** Where whoever uses it keeps what is typed, as `onValue` says it: then checking it before it is sent is theirs too. */
  value?: string
  onValue?: (value: string) => void
  precision?: DatePrecision
  /** The first and the last ISO date that can be meant. */
  min?: string | undefined
  max?: string | undefined
  isDisabled?: boolean
}

/**
 * A date to type as the language of the page writes it, or to choose from a calendar that comes when it is opened. It reads
 * every usual way and writes it out when it is left; a form is not sent while it says no date. Without script it is a plain field.
 */
export function DateField(props: DateFieldProps) {
  const { label, hint, error, isOptional, isLabelHidden, aside, id } = props
  const { name, defaultValue, value, onValue, precision = 'day', min, max, isDisabled } = props
  const t = useTranslations('kit.date')
  const locale = useLocale()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(() => writtenDate(value ?? defaultValue ?? '', locale))
  const [isProblemShown, showProblem] = useState(false)
  const [openings, setOpenings] = useState(0)
  const hasScript = useHasScript()
  const iso = typedDateOrText(text, precision)
  const problem = useDateProblem({ text, precision, min, max }, label)
  // Set from outside: read off an invoice, say.
  if (value !== undefined && typedDateOrText(value, precision) !== iso) setText(writtenDate(value, locale))
  useHeldForm(input, value === undefined && problem !== undefined, () => showProblem(true))

  function change(typed: string) {
    setText(typed)
    showProblem(false)
    onValue?.(typedDateOrText(typed, precision))
  }

  function finish({ currentTarget, relatedTarget }: FocusEvent) {
    // To its own calendar.
    if (currentTarget.parentElement?.contains(relatedTarget)) return
    setText(writtenDate(iso, locale))
    showProblem(true)
  }

  const shown = (isProblemShown && problem) || error
  return (
    <Field {...{ label, hint, error: shown, isOptional, isLabelHidden, aside, id }}>
      {(control) => (
        <div className={spaced(fieldStyles.box, fieldStyles.date)}>
          <input
            {...control}
            ref={input}
            className={fieldStyles.input}
            name={hasScript ? undefined : name}
            value={text}
            onChange={(event) => change(event.target.value)}
            onBlur={finish}
            placeholder={t(precision === 'month' ? 'monthForm' : 'form')}
            // With the marks that telephones have beside their digits.
            inputMode="decimal"
            autoComplete="off"
            disabled={isDisabled}
          />
          {name && hasScript && <input type="hidden" name={name} value={iso} disabled={isDisabled} />}
          {hasScript && precision === 'day' && !isDisabled && (
            <Popover
              align="end"
              button={(button) => (
                <button
                  {...button}
                  type="button"
                  className={fieldStyles.end}
                  aria-label={t('open', { label })}
                  onClick={() => setOpenings(openings + 1)}
                >
                  <Icon shape={calendar} />
                </button>
              )}
            >
              {(close) =>
                openings > 0 && (
                  <Suspense>
                    <DateCalendar
                      key={openings}
                      {...{ min, max }}
                      value={iso}
                      onDay={(day) => {
                        close()
                        change(writtenDate(day, locale))
                      }}
                    />
                  </Suspense>
                )
              }
            </Popover>
          )}
        </div>
      )}
    </Field>
  )
}

type Checked = { text: string; precision: DatePrecision; min: string | undefined; max: string | undefined }

/** What is wrong with a text that stands in the field, with its name and what to write instead; undefined where nothing is. */
function useDateProblem({ text, precision, min, max }: Checked, label: string): string | undefined {
  const t = useTranslations('kit.date')
  const locale = useLocale()
  const read = readTypedDate(text, precision)
  if (read.kind === 'empty') return undefined
  const example = writtenDate(precision === 'month' ? '2026-12' : '2026-12-31', locale)
  if (read.kind === 'invalid') return t('noDate', { label, example })
  if (min && read.iso < min) return t('tooEarly', { label, date: writtenDate(min, locale) })
  if (max && read.iso > max) return t('tooLate', { label, date: writtenDate(max, locale) })
  return undefined
}

/** Keeps the form of the field from being sent while it is held, goes to the field and tells why. */
function useHeldForm(input: { current: HTMLInputElement | null }, isHeld: boolean, tell: () => void) {
  useEffect(() => {
    const form = input.current?.form
    if (!form || !isHeld) return
    const hold = (event: Event) => {
      event.preventDefault()
      // Whoever sends the form hears of it further up.
      event.stopImmediatePropagation()
      tell()
      input.current?.focus()
    }
    form.addEventListener('submit', hold, true)
    return () => form.removeEventListener('submit', hold, true)
  })
}

function useHasScript(): boolean {
  const [hasScript, setHasScript] = useState(false)
  useEffect(() => setHasScript(true), [])
  return hasScript
}

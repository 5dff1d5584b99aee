import { type FocusEvent, Suspense, useEffect, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { type DatePrecision, formatIsoDate, parseDateInput, toIsoDateOrText } from '#kit/date-input.ts'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { classNames } from '../class-names.ts'
import { Icon } from '../graphics/icon.tsx'
import { calendar } from '../graphics/icons.ts'
import { Popover } from '../overlay/popover.tsx'
import fieldStyles from './field.module.css'
import { Field, type FieldProps } from './field.tsx'

const DateCalendar = lazyPart(async () => (await import('./date-calendar.tsx')).DateCalendar)

type DateFieldProps = FieldProps & {
  /** Also used in its error messages. */
  label: string
  /** The name under which a form submits it: as ISO where it is a date, otherwise as typed. */
  name?: string
  defaultValue?: string | undefined
  /**
   * For a controlled field, whose parent stores the value from `onValue`; the parent is then also responsible for
   * validating it before submission.
   */
  value?: string
  onValue?: (value: string) => void
  precision?: DatePrecision
  /** The first and the last ISO date accepted. */
  min?: string | undefined
  max?: string | undefined
  isDisabled?: boolean
}

/**
 * A date field: typed in the format of the page's language or chosen from a calendar. It accepts every usual notation
 * and reformats it on blur; a form is not submitted while the text is not a date. Without JavaScript it is a plain
 * field.
 */
export function DateField(props: DateFieldProps) {
  const { label, hint, error, isOptional, isLabelHidden, aside, id } = props
  const { name, defaultValue, value, onValue, precision = 'day', min, max, isDisabled } = props
  const t = useTranslations('kit.date')
  const locale = useLocale()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(() => formatIsoDate(value ?? defaultValue ?? '', locale))
  const [isProblemShown, showProblem] = useState(false)
  const hasScript = useHasScript()
  const iso = toIsoDateOrText(text, precision)
  const problem = useDateProblem({ text, precision, min, max }, label)
  // Set from outside, e.g. read from an invoice.
  if (value !== undefined && toIsoDateOrText(value, precision) !== iso) setText(formatIsoDate(value, locale))
  useSubmitBlocker(input, value === undefined && problem !== undefined, () => showProblem(true))

  function change(enteredText: string) {
    setText(enteredText)
    showProblem(false)
    onValue?.(toIsoDateOrText(enteredText, precision))
  }

  function finish({ currentTarget, relatedTarget }: FocusEvent) {
    // The focus moves to the field's own calendar.
    if (currentTarget.parentElement?.contains(relatedTarget)) return
    setText(formatIsoDate(iso, locale))
    showProblem(true)
  }

  const shownError = (isProblemShown && problem) || error
  return (
    <Field {...{ label, hint, error: shownError, isOptional, isLabelHidden, aside, id }}>
      {(control) => (
        <div className={classNames(fieldStyles.box, fieldStyles.date)}>
          <input
            {...control}
            ref={input}
            className={fieldStyles.input}
            name={hasScript ? undefined : name}
            value={text}
            onChange={(event) => change(event.target.value)}
            onBlur={finish}
            placeholder={t(precision === 'month' ? 'monthForm' : 'form')}
            // The numeric keyboard with the separators that phones show beside the digits.
            inputMode="decimal"
            autoComplete="off"
            disabled={isDisabled}
          />
          {name && hasScript && <input type="hidden" name={name} value={iso} disabled={isDisabled} />}
          {hasScript && precision === 'day' && !isDisabled && (
            <CalendarButton {...{ label, min, max }} value={iso} onDay={(day) => change(formatIsoDate(day, locale))} />
          )}
        </div>
      )}
    </Field>
  )
}

type DateProblemInput = { text: string; precision: DatePrecision; min: string | undefined; max: string | undefined }

/**
 * Returns the error message for the text of the field, with its label and how to correct it; undefined where it is
 * valid.
 */
function useDateProblem({ text, precision, min, max }: DateProblemInput, label: string): string | undefined {
  const t = useTranslations('kit.date')
  const locale = useLocale()
  const parsed = parseDateInput(text, precision)
  if (parsed.kind === 'empty') return undefined
  const example = formatIsoDate(precision === 'month' ? '2026-12' : '2026-12-31', locale)
  if (parsed.kind === 'invalid') return t('noDate', { label, example })
  if (min && parsed.iso < min) return t('tooEarly', { label, date: formatIsoDate(min, locale) })
  if (max && parsed.iso > max) return t('tooLate', { label, date: formatIsoDate(max, locale) })
  return undefined
}

/** Blocks the form of the field from being submitted while `isBlocked`, focuses the field and reports why. */
function useSubmitBlocker(input: { current: HTMLInputElement | null }, isBlocked: boolean, onBlocked: () => void) {
  useEffect(() => {
    const form = input.current?.form
    if (!form || !isBlocked) return
    const blockSubmit = (event: Event) => {
      event.preventDefault()
      // Submit handlers are attached to an ancestor.
      event.stopImmediatePropagation()
      onBlocked()
      input.current?.focus()
    }
    form.addEventListener('submit', blockSubmit, true)
    return () => form.removeEventListener('submit', blockSubmit, true)
  })
}

function useHasScript(): boolean {
  const [hasScript, setHasScript] = useState(false)
  useEffect(() => setHasScript(true), [])
  return hasScript
}

type CalendarButtonProps = Pick<DateFieldProps, 'label' | 'min' | 'max'> & {
  value: string
  onDay: (day: string) => void
}

function CalendarButton({ label, min, max, value, onDay }: CalendarButtonProps) {
  const t = useTranslations('kit.date')
  const [openings, setOpenings] = useState(0)
  return (
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
              value={value}
              onDay={(day) => {
                close()
                onDay(day)
              }}
            />
          </Suspense>
        )
      }
    </Popover>
  )
}

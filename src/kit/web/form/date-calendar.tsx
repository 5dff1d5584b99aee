import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { moveDayByKey, weeksOf } from '#kit/calendar-month.ts'
import { parseDateInput } from '#kit/date-input.ts'
import { addMonths } from '#vocabulary/day.ts'
import { IconButton } from '../action/button.tsx'
import { chevronLeft, chevronRight } from '../graphics/icons.ts'
import styles from './date-calendar.module.css'

type DateCalendarProps = {
  /** The ISO day in the field, or any other text in it. */
  value: string
  min?: string | undefined
  max?: string | undefined
  onDay: (day: string) => void
}

/**
 * A calendar month for choosing a day, by pointer or by arrows, Home, End and the page keys. The focus starts on the
 * chosen day or today.
 */
export function DateCalendar({ value, min, max, onDay }: DateCalendarProps) {
  const t = useTranslations('kit.date')
  const titleId = useId()
  const grid = useRef<HTMLTableElement>(null)
  const today = localDay(new Date())
  const chosen = parseDateInput(value).kind === 'date' ? value : undefined
  const clampDay = (day: string) => (min && day < min ? min : max && day > max ? max : day)
  const [active, setActive] = useState(() => clampDay(chosen ?? today))
  const month = active.slice(0, 7)
  const monthName = t('months').split(' ')[Number(month.slice(5)) - 1]!

  useInitialFocus(grid)

  function followKeys(event: KeyboardEvent) {
    const next = moveDayByKey(active, event.key, event.shiftKey)
    if (!next) return
    event.preventDefault()
    setActive(clampDay(next))
    requestAnimationFrame(() => focusActive(grid.current))
  }

  const step = (count: 1 | -1) => ({
    disabled: clampDay(addMonths(active, count)).slice(0, 7) === month,
    onClick: () => setActive(clampDay(addMonths(active, count))),
  })

  const dayButton = (day: string) => (
    <DayButton
      {...{ day, monthName, onDay }}
      isActive={day === active}
      isDisabled={clampDay(day) !== day}
      isChosen={day === chosen}
      isToday={day === today}
    />
  )

  return (
    <div className={styles.calendar}>
      <MonthHead titleId={titleId} title={t('month', { month: monthName, year: month.slice(0, 4) })} step={step} />
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the pattern of a grid of days is a table whose days take the focus one at a time */}
      <table ref={grid} role="grid" aria-labelledby={titleId} onKeyDown={followKeys}>
        <Weekdays />
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((day, index) => (
                <td key={day ?? index}>{day && dayButton(day)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type MonthHeadProps = {
  titleId: string
  title: string
  step: (count: 1 | -1) => { disabled: boolean; onClick: () => void }
}

function MonthHead({ titleId, title, step }: MonthHeadProps) {
  const t = useTranslations('kit.date')
  return (
    <div className={styles.head}>
      <IconButton icon={chevronLeft} label={t('monthBefore')} {...step(-1)} />
      <strong id={titleId} role="status">
        {title}
      </strong>
      <IconButton icon={chevronRight} label={t('monthAfter')} {...step(1)} />
    </div>
  )
}

function localDay(now: Date): string {
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}

function focusActive(grid: HTMLElement | null) {
  grid?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus()
}

function Weekdays() {
  const weekdays = useTranslations('kit.date')('weekdays').split(' ')
  return (
    <thead>
      <tr>
        {weekdays.map((weekday) => (
          <th key={weekday} scope="col">
            {weekday}
          </th>
        ))}
      </tr>
    </thead>
  )
}

type DayButtonProps = Pick<DateCalendarProps, 'onDay'> & {
  day: string
  monthName: string
  isActive: boolean
  isDisabled: boolean
  isChosen: boolean
  isToday: boolean
}

function DayButton({ day, monthName, isActive, isDisabled, isChosen, isToday, onDay }: DayButtonProps) {
  const t = useTranslations('kit.date')
  return (
    <button
      type="button"
      className={styles.day}
      tabIndex={isActive ? 0 : -1}
      disabled={isDisabled}
      aria-label={t('day', { day: Number(day.slice(8)), month: monthName, year: day.slice(0, 4) })}
      aria-pressed={isChosen}
      aria-current={isToday ? 'date' : undefined}
      data-chosen={isChosen || undefined}
      onClick={() => onDay(day)}
    >
      {Number(day.slice(8))}
    </button>
  )
}

// After the panel is open: a hidden element cannot be focused.
function useInitialFocus(grid: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const frame = requestAnimationFrame(() => focusActive(grid.current))
    return () => cancelAnimationFrame(frame)
  }, [grid])
}

import { type FormEvent, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Button, IconButton } from '#kit/web/action/button.tsx'
import { DateField } from '#kit/web/form/date-field.tsx'
import { calendar, chevronLeft, chevronRight } from '#kit/web/graphics/icons.ts'
import { FilterButton } from '#kit/web/list/filter-button.tsx'
import { RangeLinks } from '#kit/web/list/range-links.tsx'
import { Popover } from '#kit/web/overlay/popover.tsx'
import { useBoot } from '#kit/web/portal.ts'
import { calendarDayOf } from '#vocabulary/calendar-day.ts'
import { monthOf } from '#vocabulary/day.ts'
import { formatDay } from '#vocabulary/format.ts'
import { type ChartType, type CurveRange, expandMonths, isValidRange, listPresetRanges, shiftRange } from '../rules.ts'
import styles from './range-picker.module.css'

type RangePickerProps = {
  type: ChartType
  /** The range shown; undefined until it is known. */
  range: CurveRange | undefined
  /** The first and the last day with data. */
  first: string | null
  last: string | null
  /** Undefined selects the default range. */
  onRange: (range: CurveRange | undefined) => void
}

/** Shows the current dates, with buttons to move backward and forward and to choose others. */
export function RangePicker({ type, range, first, last, onRange }: RangePickerProps) {
  const t = useTranslations('consumption.range')
  const locale = useLocale()
  const earlier = range && shiftRange(range, -1)
  const later = range && shiftRange(range, 1)
  return (
    <div className={styles.picker}>
      <IconButton
        icon={chevronLeft}
        label={t('earlier')}
        disabled={!earlier || !first || earlier.end < first}
        onClick={() => onRange(earlier)}
      />
      <Popover
        isEager
        align="end"
        button={(props) => (
          <FilterButton {...props} icon={calendar} label={range ? formatRange(type, range, locale) : t('choose')} />
        )}
      >
        {(close) => (
          <RangeForm
            key={`${type} ${range?.start} ${range?.end}`}
            {...{ type, range, first, last }}
            onRange={(chosen) => {
              close()
              onRange(chosen)
            }}
          />
        )}
      </Popover>
      <IconButton
        icon={chevronRight}
        label={t('later')}
        disabled={!later || !last || later.start > last}
        onClick={() => onRange(later)}
      />
    </div>
  )
}

function RangeForm({ type, range, first, last, onRange }: RangePickerProps) {
  const t = useTranslations('consumption')
  const [isInvalid, setInvalid] = useState(false)
  const today = calendarDayOf(new Date(useBoot().now))
  const precision = type === 'monthly' ? 'month' : 'day'
  const shown = (day: string | null | undefined) => (day && precision === 'month' ? monthOf(day) : (day ?? undefined))

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const formData = new FormData(event.currentTarget)
    const chosen = expandMonths(type, {
      start: String(formData.get('curveStart')),
      end: String(formData.get('curveEnd')),
    })
    setInvalid(!isValidRange(type, chosen))
    if (isValidRange(type, chosen)) onRange(chosen)
  }

  const limits = { precision, min: shown(first), max: shown(last) } as const
  const ranges = listPresetRanges({ type, today, first, last }).map(({ name, range: offered }) => ({
    name,
    isPresent: offered.start === range?.start && offered.end === range.end,
    onFollow: () => onRange(offered),
  }))
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {ranges.length > 0 && <RangeLinks ranges={ranges} />}
      {type !== 'monthly' && <input type="hidden" name="curve" value={type} />}
      <DateField
        name="curveStart"
        label={t('range.start')}
        defaultValue={shown(range?.start)}
        error={isInvalid ? t('refusals.cch_invalid_date') : undefined}
        {...limits}
      />
      <DateField name="curveEnd" label={t('range.end')} defaultValue={shown(range?.end)} {...limits} />
      <Button type="submit" isSmall>
        {t('range.show')}
      </Button>
      <Button variant="quiet" isSmall onClick={() => onRange(undefined)}>
        {t('range.latest')}
      </Button>
    </form>
  )
}

function formatRange(type: ChartType, { start, end }: CurveRange, locale: Parameters<typeof formatDay>[1]): string {
  const [from, to] = [formatDay(start, locale), formatDay(end, locale)]
  if (type === 'monthly')
    return withoutDay(from) === withoutDay(to) ? withoutDay(from) : `${withoutDay(from)} – ${withoutDay(to)}`
  return from === to ? from : `${from} – ${to}`
}

function withoutDay(formatted: string): string {
  return formatted.slice('DD/'.length)
}

import { addDays, addMonths, firstOfMonth, type MarketDay, monthOf, weekdayOf } from '#vocabulary/day.ts'

/** What may be chosen of a tariff: cheaper months, cheaper hours of every day, a cheaper day of every week. */
export const optionKinds = ['double_tariff', 'happy_hours', 'happy_day'] as const
export type OptionKind = (typeof optionKinds)[number]

/** Months in a row, both included; members as on the wire. */
export type DoubleTariff = { startMonth: number; startYear: number; endMonth: number; endYear: number }
/** Hours in a row of every day by the clock on the wall: from the beginning of the one until that of the other. */
export type HappyHours = { startHour: number; endHour: number }
/** A day of every week, Monday 1 to Sunday 7. */
export type HappyDay = { value: number }

/** What is chosen, by kind. */
export type ChoiceOf = { double_tariff: DoubleTariff; happy_hours: HappyHours; happy_day: HappyDay }
export type Choice = ChoiceOf[OptionKind]

/** The settings that offer each kind. */
export const settingOf = {
  double_tariff: 'customizeDoubleTariff',
  happy_hours: 'customizeHappyHours',
  happy_day: 'customizeHappyDay',
} as const satisfies Record<OptionKind, string>

const monthsAhead = 12
const monthsOfYear = 12
const hoursOfDay = 24

/**
 * The periods of so many months that can be chosen now: they begin within the next twelve months, and a year after the
 * one that has begun, so that no year has two.
 */
export function doubleTariffsOnOffer({
  monthCount,
  today,
  begunOn,
}: {
  monthCount: number
  today: MarketDay
  /** The first day of the latest period that has begun. */
  begunOn: MarketDay | null
}): DoubleTariff[] {
  const nextMonth = addMonths(firstOfMonth(today), 1)
  const yearLater = begunOn === null ? nextMonth : addMonths(firstOfMonth(begunOn), monthsOfYear)
  const earliest = yearLater > nextMonth ? yearLater : nextMonth
  return Array.from({ length: monthsAhead }, (_, index) => {
    const first = addMonths(earliest, index)
    const last = addMonths(first, monthCount - 1)
    return {
      startMonth: monthNumberOf(first),
      startYear: yearOf(first),
      endMonth: monthNumberOf(last),
      endYear: yearOf(last),
    }
  })
}

/** The hours in a row of one day that can be chosen; none of them reach over midnight. */
export function happyHoursOnOffer(hourCount: number): HappyHours[] {
  return Array.from({ length: hoursOfDay - hourCount + 1 }, (_, startHour) => ({
    startHour,
    endHour: startHour + hourCount,
  }))
}

/** The days of the week that can be chosen: all. */
export function happyDaysOnOffer(): HappyDay[] {
  return [1, 2, 3, 4, 5, 6, 7].map((value) => ({ value }))
}

/** Whether two choices of a kind are the same; what else they carry, such as the name of a day, does not count. */
export function isSameChoice(kind: OptionKind, one: Choice, other: Choice): boolean {
  return keyOf(kind, one) === keyOf(kind, other)
}

/** A choice as one text that no other of its kind has. */
export function keyOf(kind: OptionKind, choice: Choice): string {
  switch (kind) {
    case 'double_tariff': {
      const { startMonth, startYear, endMonth, endYear } = choice as DoubleTariff
      return `${startYear}-${startMonth} ${endYear}-${endMonth}`
    }
    case 'happy_hours': {
      const { startHour, endHour } = choice as HappyHours
      return `${startHour} ${endHour}`
    }
    case 'happy_day':
      return String((choice as HappyDay).value)
  }
}

/** When what a customer would choose today begins: a period with its first month, the others as the product says. */
export function startOfChoice(
  kind: OptionKind,
  choice: Choice,
  { today, takesEffect }: { today: MarketDay; takesEffect: 'next_month' | 'next_day' },
): MarketDay {
  if (kind === 'double_tariff') return firstDayOf(choice as DoubleTariff)
  return takesEffect === 'next_day' ? addDays(today, 1) : addMonths(firstOfMonth(today), 1)
}

/** The first day of a double tariff. */
export function firstDayOf({ startMonth, startYear }: Pick<DoubleTariff, 'startMonth' | 'startYear'>): MarketDay {
  return `${startYear}-${String(startMonth).padStart(2, '0')}-01`
}

/** What a choice is seen by: months of the year for a double tariff, hours for happy hours, days of the week for a day. */
export function unitOf(kind: OptionKind, { day, hour }: { day: MarketDay; hour: number }): number {
  if (kind === 'double_tariff') return monthNumberOf(day)
  return kind === 'happy_hours' ? hour : weekdayOf(day)
}

/** Whether a month of the year, an hour or a day of the week is one of those chosen. */
export function isChosenUnit(kind: OptionKind, choice: Choice, unit: number): boolean {
  switch (kind) {
    case 'double_tariff': {
      const { startMonth, startYear, endMonth, endYear } = choice as DoubleTariff
      const monthCount = (endYear - startYear) * monthsOfYear + endMonth - startMonth + 1
      return (unit - startMonth + monthsOfYear) % monthsOfYear < monthCount
    }
    case 'happy_hours': {
      const { startHour, endHour } = choice as HappyHours
      return startHour <= unit && unit < endHour
    }
    case 'happy_day':
      return (choice as HappyDay).value === unit
  }
}

/** A choice, and the day from which bills are made by it. */
export type DatedChoice = { choice: Choice; startsOn: MarketDay }

/**
 * Whether an hour of a day is cheaper by what was chosen of a kind: the latest choice that has begun decides. A double tariff
 * ends with its last month; the others hold until another is chosen.
 */
export function isCheaper(
  kind: OptionKind,
  choices: readonly DatedChoice[],
  at: { day: MarketDay; hour: number },
): boolean {
  const begun = choices.filter(({ startsOn }) => startsOn <= at.day)
  const inForce = begun.toSorted((one, other) => other.startsOn.localeCompare(one.startsOn))[0]?.choice
  if (!inForce) return false
  if (kind !== 'double_tariff') return isChosenUnit(kind, inForce, unitOf(kind, at))
  const { endMonth, endYear } = inForce as DoubleTariff
  return monthOf(at.day) <= `${endYear}-${String(endMonth).padStart(2, '0')}`
}

function monthNumberOf(day: MarketDay): number {
  return Number(monthOf(day).slice(5))
}

function yearOf(day: MarketDay): number {
  return Number(day.slice(0, 4))
}

import { addDays, addMonths, firstOfMonth, type MarketDay, monthOf, weekdayOf } from '#vocabulary/day.ts'

/* What the options mean, and when choices begin and end, is decided in 0022. */

/** The kinds of tariff options: cheaper months, cheaper hours of every day, or a cheaper day of every week. */
export const optionKinds = ['double_tariff', 'happy_hours', 'happy_day'] as const
export type OptionKind = (typeof optionKinds)[number]

/** Consecutive months, both inclusive; fields as in the API. */
export type DoubleTariff = { startMonth: number; startYear: number; endMonth: number; endYear: number }
/** Consecutive hours of every day in local time: from the start of `startHour` until the start of `endHour`. */
export type HappyHours = { startHour: number; endHour: number }
/** A day of every week, Monday 1 to Sunday 7. */
export type HappyDay = { value: number }

/** The choice of each kind of option. */
export type ChoiceOf = { double_tariff: DoubleTariff; happy_hours: HappyHours; happy_day: HappyDay }
export type Choice = ChoiceOf[OptionKind]

/** The feature by which the retailer offers each kind. */
export const settingOf = {
  double_tariff: 'customizeDoubleTariff',
  happy_hours: 'customizeHappyHours',
  happy_day: 'customizeHappyDay',
} as const satisfies Record<OptionKind, string>

/** How many measured days, up to the last, the usage and the savings cover. */
export const usageDays = 365

/** When a choice takes effect, as the product defines it. A double tariff begins with its first month instead. */
export type TakesEffect = 'next_month' | 'next_day'

/** A choice, and the day from which it is billed. */
export type DatedChoice = { choice: Choice; startsOn: MarketDay }

const monthsAhead = 12
const monthsOfYear = 12
const hoursOfDay = 24

/** Returns what can be chosen today, given the choices of a contract, latest first. */
export function listAvailableChoices({
  kind,
  unitCount,
  choices,
  today,
}: {
  kind: OptionKind
  /** The number of consecutive months or hours. */
  unitCount: number
  choices: readonly DatedChoice[]
  today: MarketDay
}): Choice[] {
  if (kind === 'happy_hours') return listHappyHourChoices(unitCount)
  if (kind === 'happy_day') return listHappyDayChoices()
  const begunOn = choices.find(({ startsOn }) => startsOn <= today)?.startsOn ?? null
  return listDoubleTariffChoices({ monthCount: unitCount, today, begunOn })
}

/**
 * Returns the periods of the given number of months that can be chosen now: twelve starts from next month on, or from a
 * year after the latest period that has begun, so that no year has two.
 */
export function listDoubleTariffChoices({
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

/** Returns the periods of the given number of consecutive hours that can be chosen; none crosses midnight. */
export function listHappyHourChoices(hourCount: number): HappyHours[] {
  return Array.from({ length: hoursOfDay - hourCount + 1 }, (_, startHour) => ({
    startHour,
    endHour: startHour + hourCount,
  }))
}

/** Returns the days of the week that can be chosen: all. */
export function listHappyDayChoices(): HappyDay[] {
  return [1, 2, 3, 4, 5, 6, 7].map((value) => ({ value }))
}

/** Checks whether two choices of a kind are the same; other fields, such as the name of a day, are ignored. */
export function isSameChoice(kind: OptionKind, one: Choice, other: Choice): boolean {
  return choiceKeyOf(kind, one) === choiceKeyOf(kind, other)
}

/** Returns a key that is unique among the choices of a kind. */
export function choiceKeyOf(kind: OptionKind, choice: Choice): string {
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

/** Returns when a choice made today takes effect: a period with its first month, the others as the product defines. */
export function computeChoiceStart(
  kind: OptionKind,
  choice: Choice,
  { today, takesEffect }: { today: MarketDay; takesEffect: TakesEffect },
): MarketDay {
  if (kind === 'double_tariff') {
    const { startMonth, startYear } = choice as DoubleTariff
    return firstDayOfMonth(startMonth, startYear)
  }
  return takesEffect === 'next_day' ? addDays(today, 1) : addMonths(firstOfMonth(today), 1)
}

/** Returns the first day of a month of a year. */
export function firstDayOfMonth(month: number, year: number): MarketDay {
  return `${year}-${String(month).padStart(2, '0')}-01`
}

/**
 * Returns the unit in which a choice is made: the month of the year for a double tariff, the hour for happy hours, the
 * day of the week for a happy day.
 */
export function unitOf(kind: OptionKind, { day, hour }: { day: MarketDay; hour: number }): number {
  if (kind === 'double_tariff') return monthNumberOf(day)
  return kind === 'happy_hours' ? hour : weekdayOf(day)
}

/** Checks whether a month of the year, an hour or a day of the week is part of the choice. */
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

/**
 * Checks whether an hour of a day is cheaper by the choices of a kind: the latest choice that has begun decides. A
 * double tariff ends with its last month; the others apply until another choice is made.
 */
export function isCheaperHour(
  kind: OptionKind,
  choices: readonly DatedChoice[],
  at: { day: MarketDay; hour: number },
): boolean {
  const begun = choices.filter(({ startsOn }) => startsOn <= at.day)
  const inForce = begun.toSorted((one, other) => other.startsOn.localeCompare(one.startsOn))[0]?.choice
  if (!inForce) return false
  if (kind !== 'double_tariff') return isChosenUnit(kind, inForce, unitOf(kind, at))
  const { endMonth, endYear } = inForce as DoubleTariff
  return firstOfMonth(at.day) <= firstDayOfMonth(endMonth, endYear)
}

function monthNumberOf(day: MarketDay): number {
  return Number(monthOf(day).slice(5))
}

function yearOf(day: MarketDay): number {
  return Number(day.slice(0, 4))
}

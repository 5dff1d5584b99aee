/*
 * The filters of lists: a JSON array of conditions `[field, operator, value]`, all of which must hold, over the fields that
 * the list offers.
 */

export const filterOperators = ['like', '=', '<', '>', '>=', '<=', 'in'] as const
export type FilterOperator = (typeof filterOperators)[number]

/** The format of a field's values. */
export type FilterFieldType = { pattern: RegExp; isValid?: (value: string) => boolean }

/** Text, the only type that supports substring search. */
export const textFieldType: FilterFieldType = { pattern: /^[^\0]*$/ }
/** Days, `YYYY-MM-DD`, from year 1 on. Whether the calendar has the day is checked when the filter is parsed. */
export const dayFieldType: FilterFieldType = {
  pattern: /^(?!0000)\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/,
  isValid: isCalendarDay,
}

/** Checks whether a value has the format of a field type. */
export function matchesFieldType(value: string, { pattern, isValid }: FilterFieldType): boolean {
  return pattern.test(value) && (isValid?.(value) ?? true)
}

/** The fields by which a list can be filtered. */
export type FilterFields = Readonly<Record<string, FilterFieldType>>

type FilterValue = string | number
/** One condition of a filter, as sent in the API. */
export type FilterCondition<Field extends string = string> = [Field, FilterOperator, FilterValue | FilterValue[]]

// JavaScript reads 30 February as 2 March, so the day must round-trip.
function isCalendarDay(value: string): boolean {
  const time = Date.parse(value)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value)
}

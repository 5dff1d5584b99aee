/*
 * The filters of lists: a JSON array of conditions `[field, operator, value]`, all of which must hold, over the fields that
 * the list offers.
 */

export const filterOperators = ['like', '=', '<', '>', '>=', '<=', 'in'] as const
export type FilterOperator = (typeof filterOperators)[number]

/** How the values of a field are written. */
export type FilterKind = { shape: RegExp; isReal?: (written: string) => boolean }

/** Words; the only kind in which a part can be looked for. */
export const textKind: FilterKind = { shape: /^[^\0]*$/ }
/** Days, `YYYY-MM-DD`, from the year 1 on; whether the calendar has them is seen when they are read. */
export const dayKind: FilterKind = {
  shape: /^(?!0000)\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/,
  isReal: isCalendarDay,
}

/** Whether something is written as values of a kind are. */
export function isOfKind(written: string, { shape, isReal }: FilterKind): boolean {
  return shape.test(written) && (isReal?.(written) ?? true)
}

/** What may be asked of a list. */
export type FilterFields = Readonly<Record<string, FilterKind>>

type Plain = string | number
/** One condition of a filter, as on the wire. */
export type FilterTriple<Field extends string = string> = [Field, FilterOperator, Plain | Plain[]]

// The engine reads 30 February as 2 March, so the day must survive the way back.
function isCalendarDay(written: string): boolean {
  const time = Date.parse(written)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(written)
}

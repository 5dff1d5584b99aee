import { type DatePrecision, typedDateOrText } from '#kit/typed-date.ts'

const dateNames = ['from', 'to', 'curveStart', 'curveEnd'] as const

/**
 * An address with the dates of its query in ISO, where a form without script sent them as they were typed; null where there is
 * none of those. On the server alone, so that no page carries the reader of dates for its address.
 */
export function withReadDates(pathAndQuery: string): string | null {
  const { pathname, searchParams } = new URL(`http://portal.invalid${pathAndQuery}`)
  let isChanged = false
  for (const name of dateNames) {
    const typed = searchParams.get(name)
    if (!typed) continue
    const read = isIso(typed) ? typed : typedDateOrText(typed, precisionOf(name, searchParams))
    isChanged ||= read !== typed
    searchParams.set(name, read)
  }
  return isChanged ? `${pathname}?${searchParams}` : null
}

function isIso(text: string): boolean {
  return /^\d{4}-\d\d(-\d\d)?$/.test(text)
}

// Of consumption it is asked for months unless the address names another chart.
function precisionOf(name: (typeof dateNames)[number], query: URLSearchParams): DatePrecision {
  return name.startsWith('curve') && !query.get('curve') ? 'month' : 'day'
}

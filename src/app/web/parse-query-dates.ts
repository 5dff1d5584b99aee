import { type DatePrecision, toIsoDateOrText } from '#kit/date-input.ts'

const dateNames = ['from', 'to', 'curveStart', 'curveEnd'] as const

/**
 * Returns a URL with the dates of its query in ISO, if a form without script sent them as typed; null without such
 * dates. Only on the server, so that no page loads the date parser for its URL.
 */
export function parseQueryDates(pathAndQuery: string): string | null {
  const { pathname, searchParams } = new URL(`http://portal.invalid${pathAndQuery}`)
  let isChanged = false
  for (const name of dateNames) {
    const text = searchParams.get(name)
    if (!text) continue
    const iso = isIso(text) ? text : toIsoDateOrText(text, precisionOf(name, searchParams))
    isChanged ||= iso !== text
    searchParams.set(name, iso)
  }
  return isChanged ? `${pathname}?${searchParams}` : null
}

function isIso(text: string): boolean {
  return /^\d{4}-\d\d(-\d\d)?$/.test(text)
}

// Consumption is requested in months unless the URL names another chart.
function precisionOf(name: (typeof dateNames)[number], query: URLSearchParams): DatePrecision {
  return name.startsWith('curve') && !query.get('curve') ? 'month' : 'day'
}

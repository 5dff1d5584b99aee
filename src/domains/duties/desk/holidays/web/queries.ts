import { pageQuery } from '#kit/backoffice/web/page-query.ts'

export const holidaysKey = ['holidays']

/** Query for a page of the holidays of a year. */
export const holidaysQuery = pageQuery(holidaysKey, async () => (await import('../api.ts')).listHolidays)

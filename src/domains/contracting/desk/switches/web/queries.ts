import { pageQuery } from '#kit/backoffice/web/page-query.ts'

export const switchesKey = ['desk-switches']

/** Query for a page of the switches under way. */
export const switchesQuery = pageQuery(switchesKey, async () => (await import('../api.ts')).listSwitches)

import { pageQuery } from '#kit/backoffice/web/page-query.ts'

/** Query for a page of the corrected days of curves. */
export const correctionsQuery = pageQuery(['desk-corrections'], async () => (await import('../api.ts')).listCorrections)

import { pageQuery } from '#kit/backoffice/web/page-query.ts'

export const managedReturnsKey = ['desk-debit-returns']

/** Query for a page of the returned debits. */
export const managedReturnsQuery = pageQuery(
  managedReturnsKey,
  async () => (await import('../api.ts')).listManagedReturns,
)

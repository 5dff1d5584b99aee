import { pageQuery } from '#kit/backoffice/web/page-query.ts'

export const managedDebtsKey = ['desk-collections']

/** Query for a page of the debts. */
export const managedDebtsQuery = pageQuery(managedDebtsKey, async () => (await import('../api.ts')).listManagedDebts)

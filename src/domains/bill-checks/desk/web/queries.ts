import { pageQuery } from '#kit/backoffice/web/page-query.ts'

export const heldBillsKey = ['desk-bill-checks']

/** Query for a page of the held bills. */
export const heldBillsQuery = pageQuery(heldBillsKey, async () => (await import('../api.ts')).listHeldBills)

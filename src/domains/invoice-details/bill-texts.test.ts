import { expect, test } from 'vitest'
import { locales } from '#vocabulary/locale.ts'

// The texts of the PDF are not sent to browsers, so the page has its own copy of those that it needs.
test.each(locales)('the page names the lines of an invoice as its PDF does: %s', async (locale) => {
  const { default: own } = await import(`./texts/${locale}.json`, { with: { type: 'json' } })
  const { default: invoices } = await import(`../invoices/texts/${locale}.json`, { with: { type: 'json' } })
  const { points, ...bill } = own.bill
  expect(invoices.document).toMatchObject(bill)
  expect(invoices.document.sections).toMatchObject({ points })
})

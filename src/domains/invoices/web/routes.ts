import { page } from '#kit/web/page.ts'
import { searchNames } from './filters/search-names.ts'

const invoicesPage = page({
  path: '/invoices',
  paths: { ca: '/factures', es: '/facturas' },
  protection: 'private',
  frame: 'app',
  texts: ['invoices', 'collections', 'debit-returns', 'payments'],
  title: 'invoices.title',
  search: searchNames,
  screen: 'invoices/invoices-screen',
})

export const invoicePages = [invoicesPage]

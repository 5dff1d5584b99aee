import { page } from '#kit/web/page.ts'

export const invoiceDetailPages = [
  page({
    path: '/invoices/$number',
    paths: { ca: '/factures/$number', es: '/facturas/$number' },
    protection: 'private',
    frame: 'app',
    texts: ['invoice-details', 'bill-checks', 'consumption', 'duties', 'invoices', 'payments'],
    title: 'invoice-details.title',
    search: ['view', 'payment_intent', 'redirect_status'],
    screen: 'invoice-details/invoice-screen',
  }),
]

import { deskPage } from '#kit/backoffice/web/desk-page.ts'

export const paymentDeskPages = [
  deskPage({
    path: '/operator/payments',
    roles: ['care', 'money'],
    texts: ['desk-payments'],
    title: 'desk-payments.list.title',
    search: ['q', 'state', 'offset'],
    screen: 'payments/desk/payments-screen',
  }),
  deskPage({
    path: '/operator/payments/reports',
    roles: ['money'],
    texts: ['desk-payments'],
    title: 'desk-payments.aside.title',
    search: ['state', 'offset'],
    screen: 'payments/desk/reports-screen',
  }),
  deskPage({
    path: '/operator/payments/holds',
    roles: ['care', 'money'],
    texts: ['desk-payments'],
    title: 'desk-payments.holds.title',
    search: ['offset'],
    screen: 'payments/desk/holds-screen',
  }),
  deskPage({
    path: '/operator/payments/$id',
    roles: ['care', 'money'],
    texts: ['desk-payments', 'desk-approvals'],
    title: 'desk-payments.payment.title',
    screen: 'payments/desk/payment-screen',
  }),
]

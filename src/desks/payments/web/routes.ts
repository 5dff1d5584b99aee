import { deskPage } from '#desks/common/web/desk-page.ts'

export const paymentDeskPages = [
  deskPage({
    path: '/operator/payments',
    roles: ['care', 'money'],
    texts: ['desk-payments'],
    title: 'desk-payments.list.title',
    search: ['q', 'state', 'offset'],
    screen: 'payments/payments-screen',
  }),
  deskPage({
    path: '/operator/payments/reports',
    roles: ['money'],
    texts: ['desk-payments'],
    title: 'desk-payments.aside.title',
    search: ['state', 'offset'],
    screen: 'payments/reports-screen',
  }),
  deskPage({
    path: '/operator/payments/holds',
    roles: ['care', 'money'],
    texts: ['desk-payments'],
    title: 'desk-payments.holds.title',
    search: ['offset'],
    screen: 'payments/holds-screen',
  }),
  deskPage({
    path: '/operator/payments/$id',
    roles: ['care', 'money'],
    texts: ['desk-payments', 'desk-approvals'],
    title: 'desk-payments.payment.title',
    screen: 'payments/payment-screen',
  }),
]

import { deskPage } from '#kit/backoffice/web/desk-page.ts'

export const regulatedDeskPages = [
  deskPage({
    path: '/operator/regulated',
    roles: ['sales', 'money'],
    texts: ['desk-regulated-prices'],
    title: 'desk-regulated-prices.list.title',
    search: ['q'],
    screen: 'regulated-prices/desk/regulated-prices-screen',
  }),
  deskPage({
    path: '/operator/regulated/$name',
    roles: ['sales', 'money'],
    texts: ['desk-regulated-prices', 'desk-approvals'],
    title: 'desk-regulated-prices.figure.title',
    screen: 'regulated-prices/desk/regulated-price-screen',
  }),
]

import { deskPage } from '#kit/backoffice/web/desk-page.ts'

export const futuresDeskPages = [
  deskPage({
    path: '/operator/futures',
    roles: ['sales', 'money'],
    texts: ['desk-price-alerts'],
    title: 'desk-price-alerts.list.title',
    search: ['q', 'show', 'offset'],
    screen: 'price-alerts/desk/futures-screen',
  }),
  deskPage({
    path: '/operator/futures/$id',
    roles: ['sales', 'money'],
    texts: ['desk-price-alerts'],
    title: 'desk-price-alerts.future.title',
    screen: 'price-alerts/desk/future-screen',
  }),
]

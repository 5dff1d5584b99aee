import { deskPage } from '#kit/backoffice/web/desk-page.ts'

export const marketDeskPages = [
  deskPage({
    path: '/operator/market',
    roles: ['sales', 'money'],
    texts: ['desk-market'],
    title: 'desk-market.list.title',
    search: ['list', 'q', 'offset'],
    screen: 'offers/desk/market/market-screen',
  }),
]

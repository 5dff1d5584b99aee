import { deskPage } from '#kit/backoffice/web/desk-page.ts'

export const billCheckDeskPages = [
  deskPage({
    path: '/operator/held-bills',
    roles: ['care', 'money'],
    texts: ['desk-bill-checks'],
    title: 'desk-bill-checks.title',
    search: ['q', 'state', 'fault', 'offset'],
    screen: 'bill-checks/desk/bill-checks-desk-screen',
  }),
]

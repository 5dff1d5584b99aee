import { deskPage } from '#kit/backoffice/web/desk-page.ts'

export const debitReturnDeskPages = [
  deskPage({
    path: '/operator/debit-returns',
    roles: ['care', 'money'],
    texts: ['desk-debit-returns'],
    title: 'desk-debit-returns.title',
    search: ['q', 'state', 'cause', 'offset'],
    screen: 'debit-returns/desk/debit-returns-desk-screen',
  }),
]

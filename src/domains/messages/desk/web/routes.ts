import { deskPage } from '#kit/backoffice/web/desk-page.ts'

export const mailDeskPages = [
  deskPage({
    path: '/operator/mails',
    roles: ['care'],
    texts: ['desk-messages'],
    title: 'desk-messages.title',
    search: ['q', 'state', 'offset'],
    screen: 'messages/desk/mails-screen',
  }),
]

import { deskPage } from '#desks/common/web/desk-page.ts'

export const mailDeskPages = [
  deskPage({
    path: '/operator/mails',
    roles: ['care'],
    texts: ['desk-mails'],
    title: 'desk-mails.title',
    search: ['q', 'state', 'offset'],
    screen: 'mails/mails-screen',
  }),
]

import { deskPage } from '#kit/backoffice/web/desk-page.ts'

export const newsletterDeskPages = [
  deskPage({
    path: '/operator/newsletters',
    roles: ['sales', 'content'],
    texts: ['desk-newsletter'],
    title: 'desk-newsletter.title',
    search: ['q', 'offset'],
    screen: 'newsletter/desk/newsletters-screen',
  }),
]

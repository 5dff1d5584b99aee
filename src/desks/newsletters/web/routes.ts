import { deskPage } from '#desks/common/web/desk-page.ts'

export const newsletterDeskPages = [
  deskPage({
    path: '/operator/newsletters',
    roles: ['sales', 'content'],
    texts: ['desk-newsletters'],
    title: 'desk-newsletters.title',
    search: ['q', 'offset'],
    screen: 'newsletters/newsletters-screen',
  }),
]

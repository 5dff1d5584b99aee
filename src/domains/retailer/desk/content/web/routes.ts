import { deskPage } from '#kit/backoffice/web/desk-page.ts'

export const contentDeskPages = [
  deskPage({
    path: '/operator/content',
    roles: ['content'],
    texts: ['desk-content'],
    title: 'desk-content.list.title',
    search: ['kind', 'q', 'offset'],
    screen: 'retailer/desk/content/content-screen',
  }),
]

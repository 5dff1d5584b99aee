import { deskPage } from '#kit/backoffice/web/desk-page.ts'

export const importDeskPages = [
  deskPage({
    path: '/operator/imports',
    roles: ['administrator'],
    texts: ['desk-integration'],
    title: 'desk-integration.title',
    search: ['q', 'source', 'offset'],
    screen: 'integration/desk/imports-screen',
  }),
]

import { deskPage } from '#desks/common/web/desk-page.ts'

export const importDeskPages = [
  deskPage({
    path: '/operator/imports',
    roles: ['administrator'],
    texts: ['desk-imports'],
    title: 'desk-imports.title',
    search: ['q', 'source', 'offset'],
    screen: 'imports/imports-screen',
  }),
]

import { deskPage } from '#kit/backoffice/web/desk-page.ts'

export const requestDeskPages = [
  deskPage({
    path: '/operator/requests',
    roles: ['care'],
    texts: ['desk-changes'],
    title: 'desk-changes.list.title',
    search: ['q', 'state', 'kind', 'offset'],
    screen: 'changes/desk/requests-screen',
  }),
  deskPage({
    path: '/operator/requests/$id',
    roles: ['care'],
    texts: ['desk-changes'],
    title: 'desk-changes.request.title',
    screen: 'changes/desk/request-screen',
  }),
]

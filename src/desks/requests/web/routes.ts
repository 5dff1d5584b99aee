import { deskPage } from '#desks/common/web/desk-page.ts'

export const requestDeskPages = [
  deskPage({
    path: '/operator/requests',
    roles: ['care'],
    texts: ['desk-requests'],
    title: 'desk-requests.list.title',
    search: ['q', 'state', 'kind', 'offset'],
    screen: 'requests/requests-screen',
  }),
  deskPage({
    path: '/operator/requests/$id',
    roles: ['care'],
    texts: ['desk-requests'],
    title: 'desk-requests.request.title',
    screen: 'requests/request-screen',
  }),
]

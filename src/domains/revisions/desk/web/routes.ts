import { deskPage } from '#kit/backoffice/web/desk-page.ts'

export const revisionDeskPages = [
  deskPage({
    path: '/operator/revisions',
    roles: ['sales', 'care'],
    texts: ['desk-revisions', 'desk-saved-filters'],
    title: 'desk-revisions.title',
    search: ['kind', 'state', 'progress', 'assignee', 'offset'],
    screen: 'revisions/desk/revisions-desk-screen',
  }),
  deskPage({
    path: '/operator/revisions/$id',
    roles: ['sales', 'care'],
    texts: ['desk-revisions'],
    title: 'desk-revisions.title',
    search: ['state', 'offset'],
    screen: 'revisions/desk/revision-desk-screen',
  }),
]

import { deskPage } from '#kit/backoffice/web/desk-page.ts'

export const collectionDeskPages = [
  deskPage({
    path: '/operator/collections',
    roles: ['care', 'money'],
    texts: ['desk-collections', 'desk-saved-filters'],
    title: 'desk-collections.title',
    search: ['q', 'step', 'assignee', 'offset'],
    screen: 'collections/desk/collections-desk-screen',
  }),
]

import { deskPage } from '#kit/backoffice/web/desk-page.ts'

export const caseDeskPages = [
  deskPage({
    path: '/operator/cases',
    roles: ['care'],
    texts: ['desk-cases', 'desk-saved-filters'],
    title: 'desk-cases.list.title',
    search: ['q', 'state', 'category', 'assignee', 'offset'],
    screen: 'support/desk/cases/cases-screen',
  }),
  deskPage({
    path: '/operator/cases/$id',
    roles: ['care'],
    texts: ['desk-cases', 'uploads'],
    title: 'desk-cases.case.title',
    screen: 'support/desk/cases/case-screen',
  }),
]

import { deskPage } from '#kit/backoffice/web/desk-page.ts'
import { dutyRoles } from '../roles.ts'

export const dutyDeskPages = [
  deskPage({
    path: '/operator/duties',
    roles: dutyRoles,
    texts: ['desk-duties', 'desk-saved-filters'],
    title: 'desk-duties.title',
    search: ['q', 'when', 'kind', 'law', 'actor', 'assignee', 'offset'],
    screen: 'duties/desk/duties/duties-screen',
  }),
]

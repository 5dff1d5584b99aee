import { deskPage } from '#kit/backoffice/web/desk-page.ts'
import { compensationRoles } from '../roles.ts'

export const compensationDeskPages = [
  deskPage({
    path: '/operator/compensations',
    roles: compensationRoles,
    texts: ['desk-compensations', 'desk-duties', 'desk-approvals'],
    title: 'desk-compensations.title',
    search: ['state', 'offset'],
    screen: 'duties/desk/compensations/compensations-screen',
  }),
]

import { deskPage } from '#kit/backoffice/web/desk-page.ts'
import { dutyRoles } from '../../duties/roles.ts'

export const normDeskPages = [
  deskPage({
    path: '/operator/norms',
    roles: dutyRoles,
    texts: ['desk-norms', 'desk-duties'],
    title: 'desk-norms.title',
    search: ['q', 'state'],
    screen: 'duties/desk/norms/norms-screen',
  }),
]

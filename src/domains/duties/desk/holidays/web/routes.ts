import { deskPage } from '#kit/backoffice/web/desk-page.ts'
import { dutyRoles } from '../../duties/roles.ts'

export const holidayDeskPages = [
  deskPage({
    path: '/operator/holidays',
    roles: dutyRoles,
    texts: ['desk-holidays'],
    title: 'desk-holidays.title',
    search: ['q', 'year', 'offset'],
    screen: 'duties/desk/holidays/holidays-screen',
  }),
]

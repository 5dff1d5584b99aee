import { deskPage } from '#kit/backoffice/web/desk-page.ts'

export const correctionDeskPages = [
  deskPage({
    path: '/operator/curve-corrections',
    roles: ['care', 'money'],
    texts: ['desk-corrections'],
    title: 'desk-corrections.title',
    search: ['q', 'offset'],
    screen: 'bill-checks/desk/corrections/corrections-screen',
  }),
]

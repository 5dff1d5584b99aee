import { deskPage } from '#kit/backoffice/web/desk-page.ts'

export const todayDeskPages = [
  deskPage({
    path: '/operator',
    roles: 'everyOperator',
    texts: ['desk-today'],
    title: 'desk-today.title',
    screen: 'backoffice/today/today-screen',
  }),
]

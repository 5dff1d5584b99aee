import { deskPage } from '#desks/common/web/desk-page.ts'

export const todayDeskPages = [
  deskPage({
    path: '/operator',
    roles: 'everyOperator',
    texts: ['desk-today'],
    title: 'desk-today.title',
    screen: 'today/today-screen',
  }),
]

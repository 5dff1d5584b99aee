import { deskPage } from '#kit/backoffice/web/desk-page.ts'

export const statisticsDeskPages = [
  deskPage({
    path: '/operator/figures',
    roles: ['care', 'sales', 'content', 'money'],
    texts: ['desk-statistics'],
    title: 'desk-statistics.title',
    search: ['period'],
    screen: 'backoffice/statistics/statistics-screen',
  }),
]

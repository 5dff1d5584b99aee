import { deskPage } from '#desks/common/web/desk-page.ts'

export const statisticsDeskPages = [
  deskPage({
    path: '/operator/figures',
    roles: ['care', 'sales', 'content', 'money'],
    texts: ['desk-figures'],
    title: 'desk-figures.title',
    search: ['period'],
    screen: 'figures/statistics-screen',
  }),
]

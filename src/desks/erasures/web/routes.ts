import { deskPage } from '#desks/common/web/desk-page.ts'

export const erasureDeskPages = [
  deskPage({
    path: '/operator/erasures',
    roles: ['care'],
    texts: ['desk-erasures'],
    title: 'desk-erasures.list.title',
    search: ['state', 'offset'],
    screen: 'erasures/erasures-screen',
  }),
  deskPage({
    path: '/operator/erasures/$id',
    roles: ['care'],
    texts: ['desk-erasures'],
    title: 'desk-erasures.one.title',
    screen: 'erasures/erasure-screen',
  }),
]

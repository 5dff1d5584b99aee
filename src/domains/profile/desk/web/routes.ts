import { deskPage } from '#kit/backoffice/web/desk-page.ts'

export const erasureDeskPages = [
  deskPage({
    path: '/operator/erasures',
    roles: ['care'],
    texts: ['desk-profile'],
    title: 'desk-profile.list.title',
    search: ['state', 'offset'],
    screen: 'profile/desk/erasures-screen',
  }),
  deskPage({
    path: '/operator/erasures/$id',
    roles: ['care'],
    texts: ['desk-profile'],
    title: 'desk-profile.one.title',
    screen: 'profile/desk/erasure-screen',
  }),
]

import { deskPage } from '#desks/common/web/desk-page.ts'

export const operatorDeskPages = [
  deskPage({
    path: '/operator/login',
    protection: 'public',
    frame: 'standalone',
    texts: ['desk-operators', 'session'],
    title: 'desk-operators.login.title',
    search: ['redirectPath'],
    screen: 'operators/operator-sign-in-screen',
  }),
  deskPage({
    path: '/operator/activate',
    protection: 'unprotected',
    frame: 'standalone',
    texts: ['desk-operators', 'session'],
    title: 'desk-operators.activate.title',
    screen: 'operators/activate-screen',
  }),
  deskPage({
    path: '/operator/operators',
    roles: ['administrator'],
    texts: ['desk-operators'],
    title: 'desk-operators.list.title',
    search: ['q', 'state', 'offset'],
    screen: 'operators/operators-screen',
  }),
]

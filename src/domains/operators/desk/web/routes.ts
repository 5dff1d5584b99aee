import { deskPage } from '#kit/backoffice/web/desk-page.ts'

export const operatorDeskPages = [
  deskPage({
    path: '/operator/login',
    protection: 'public',
    frame: 'standalone',
    texts: ['desk-operators', 'session'],
    title: 'desk-operators.login.title',
    search: ['redirectPath'],
    screen: 'operators/desk/operator-sign-in-screen',
  }),
  deskPage({
    path: '/operator/activate',
    protection: 'unprotected',
    frame: 'standalone',
    texts: ['desk-operators', 'session'],
    title: 'desk-operators.activate.title',
    screen: 'operators/desk/activate-screen',
  }),
  deskPage({
    path: '/operator/operators',
    roles: ['administrator'],
    texts: ['desk-operators'],
    title: 'desk-operators.list.title',
    search: ['q', 'state', 'offset'],
    screen: 'operators/desk/operators-screen',
  }),
]

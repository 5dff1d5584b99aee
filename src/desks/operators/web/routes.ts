import { deskPage } from '#desks/common/web/desk-page.ts'

export const operatorEntryPages = [
  deskPage({
    path: '/operator/login',
    protection: 'public',
    frame: 'alone',
    texts: ['desk-operators', 'session'],
    title: 'desk-operators.login.title',
    search: ['redirectPath'],
    screen: 'operators/operator-login-screen',
  }),
  deskPage({
    path: '/operator/activate',
    protection: 'unprotected',
    frame: 'alone',
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

import { deskPage } from '#desks/common/web/desk-page.ts'

export const regulatedDeskPages = [
  deskPage({
    path: '/operator/regulated',
    roles: ['sales', 'money'],
    texts: ['desk-regulated'],
    title: 'desk-regulated.list.title',
    search: ['q'],
    screen: 'regulated/regulated-prices-screen',
  }),
  deskPage({
    path: '/operator/regulated/$name',
    roles: ['sales', 'money'],
    texts: ['desk-regulated', 'desk-approvals'],
    title: 'desk-regulated.figure.title',
    screen: 'regulated/regulated-price-screen',
  }),
]

import { deskPage } from '#desks/common/web/desk-page.ts'

export const healthDeskPages = [
  deskPage({
    path: '/operator/health',
    roles: ['administrator'],
    texts: ['desk-health'],
    title: 'desk-health.title',
    screen: 'health/health-screen',
  }),
]

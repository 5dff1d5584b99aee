import { deskPage } from '#kit/backoffice/web/desk-page.ts'

export const healthDeskPages = [
  deskPage({
    path: '/operator/health',
    roles: ['administrator'],
    texts: ['desk-health'],
    title: 'desk-health.title',
    screen: 'backoffice/health/health-screen',
  }),
]

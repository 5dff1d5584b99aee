import { page } from '#kit/web/page.ts'
import { alertsPath } from '../paths.ts'

export const consumptionAlertPages = [
  page({
    path: alertsPath,
    paths: { ca: '/avisos', es: '/avisos' },
    // Whoever comes by the link in a mail has no session.
    protection: 'unprotected',
    frame: 'app',
    texts: ['consumption-alerts'],
    title: 'consumption-alerts.title',
    search: ['contract', 'link'],
    screen: 'consumption-alerts/alerts-screen',
  }),
]

import { page } from '#kit/web/page.ts'

export const priceAlertPages = [
  page({
    path: '/omipComponent',
    paths: { ca: '/omipComponent', es: '/omipComponent' },
    protection: 'unprotected',
    privateWhen: 'priceAlerts.authenticate',
    requiredSettings: ['priceAlerts.enabled'],
    frame: 'app',
    texts: ['price-alerts'],
    title: 'price-alerts.title',
    search: ['product'],
    screen: 'price-alerts/price-alerts-screen',
  }),
]

import { page } from '#kit/web/page.ts'

export const consentPages = [
  page({
    path: '/cookies',
    paths: { ca: '/galetes', es: '/cookies' },
    protection: 'unprotected',
    frame: 'app',
    texts: ['consent'],
    title: 'consent.page.title',
    search: ['saved', 'failed'],
    screen: 'consent/cookies-screen',
  }),
]

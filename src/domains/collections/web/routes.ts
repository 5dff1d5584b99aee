import { page } from '#kit/web/page.ts'

export const collectionPages = [
  page({
    path: '/debt',
    paths: { ca: '/deute', es: '/deuda' },
    protection: 'private',
    requiredSettings: ['!upstream'],
    frame: 'app',
    texts: ['collections', 'payments', 'duties', 'uploads'],
    title: 'collections.title',
    screen: 'collections/debt-screen',
  }),
]

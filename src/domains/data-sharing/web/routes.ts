import { page } from '#kit/web/page.ts'

export const dataSharingPages = [
  page({
    path: '/profile/data-sharing',
    requiredSettings: ['!upstream'],
    paths: { ca: '/perfil/dades-i-permisos', es: '/perfil/datos-y-permisos' },
    protection: 'private',
    frame: 'app',
    texts: ['data-sharing', 'session'],
    title: 'data-sharing.title',
    search: ['offset'],
    screen: 'data-sharing/data-sharing-screen',
  }),
]

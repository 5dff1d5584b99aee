import { page } from '#kit/web/page.ts'

export const profilePages = [
  page({
    path: '/profile',
    paths: { ca: '/perfil', es: '/perfil' },
    protection: 'private',
    frame: 'app',
    texts: ['profile', 'duties'],
    title: 'profile.title',
    screen: 'profile/profile-screen',
  }),
]

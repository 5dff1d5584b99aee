import { page } from '#kit/web/page.ts'

export const profilePages = [
  page({
    path: '/profile',
    paths: { ca: '/perfil', es: '/perfil' },
    protection: 'private',
    frame: 'office',
    texts: ['profile'],
    title: 'profile.title',
    load: async ({ send, prefetch }) => {
      const { erasuresQuery, exportQuery, profileQuery } = await import('./queries.ts')
      // One that cannot be read says so in its place; the others are shown.
      const read = [prefetch(profileQuery(send)), prefetch(exportQuery(send)), prefetch(erasuresQuery(send))]
      await Promise.allSettled(read)
    },
    screen: 'profile/profile-screen',
  }),
]

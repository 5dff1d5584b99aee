import { page } from '#kit/web/page.ts'

export const messagePages = [
  page({
    path: '/profile/messages',
    paths: { ca: '/perfil/missatges', es: '/perfil/mensajes' },
    // Only the server that sent a message knows what was sent and to whom.
    requiredSettings: ['!upstream'],
    protection: 'private',
    frame: 'app',
    texts: ['messages'],
    title: 'messages.preferencesTitle',
    screen: 'messages/preferences-screen',
  }),
]

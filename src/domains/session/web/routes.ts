import { page } from '#kit/web/page.ts'

const loginPage = page({
  path: '/login',
  paths: { ca: '/acces', es: '/acceso' },
  protection: 'public',
  frame: 'alone',
  texts: ['session'],
  title: 'session.loginTitle',
  search: ['redirectPath', 'pathParams', 'failed', 'step'],
  screen: 'session/login-screen',
})

const changePasswordPage = page({
  path: '/change-password',
  paths: { ca: '/canvi-de-clau', es: '/cambio-de-clave' },
  protection: 'private',
  frame: 'office',
  texts: ['session'],
  title: 'session.changePasswordTitle',
  search: ['redirectPath', 'pathParams', 'failed'],
  screen: 'session/change-password-screen',
})

const sessionsPage = page({
  path: '/profile/sessions',
  paths: { ca: '/perfil/sessions', es: '/perfil/sesiones' },
  protection: 'private',
  frame: 'office',
  texts: ['session'],
  title: 'session.sessionsTitle',
  load: async ({ send, prefetch }) => {
    const { sessionsQuery } = await import('./queries.ts')
    await prefetch(sessionsQuery(send)).catch(() => {})
  },
  screen: 'session/sessions-screen',
})

const securityPage = page({
  path: '/profile/security',
  paths: { ca: '/perfil/seguretat', es: '/perfil/seguridad' },
  protection: 'private',
  frame: 'office',
  texts: ['session'],
  title: 'session.securityTitle',
  load: async ({ send, prefetch }) => {
    const { securityQuery } = await import('./queries.ts')
    await prefetch(securityQuery(send)).catch(() => {})
  },
  screen: 'session/security-screen',
})

const connectPage = page({
  path: '/connect',
  paths: { ca: '/connect', es: '/connect' },
  protection: 'private',
  frame: 'office',
  texts: ['session'],
  title: 'session.connectTitle',
  search: ['failed'],
  load: async ({ send, prefetch }) => {
    const { identitiesQuery } = await import('./queries.ts')
    await prefetch(identitiesQuery(send)).catch(() => {})
  },
  screen: 'session/connect-screen',
})

export const sessionPages = [loginPage, changePasswordPage, securityPage, sessionsPage, connectPage]

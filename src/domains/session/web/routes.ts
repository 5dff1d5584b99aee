import { page, passwordSettings } from '#kit/web/page.ts'

const loginPage = page({
  path: '/login',
  paths: { ca: '/acces', es: '/acceso' },
  protection: 'public',
  frame: 'standalone',
  texts: ['session'],
  title: 'session.loginTitle',
  search: ['redirectPath', 'pathParams', 'failed', 'step'],
  screen: 'session/login-screen',
})

/** Pages about the user's own account. */
const account = { protection: 'private', frame: 'app', texts: ['session'] } as const

const changePasswordPage = page({
  ...account,
  path: '/change-password',
  requiredSettings: [passwordSettings],
  paths: { ca: '/canvi-de-clau', es: '/cambio-de-clave' },
  title: 'session.changePasswordTitle',
  search: ['redirectPath', 'pathParams', 'failed'],
  screen: 'session/change-password-screen',
})

const sessionsPage = page({
  ...account,
  path: '/profile/sessions',
  paths: { ca: '/perfil/sessions', es: '/perfil/sesiones' },
  title: 'session.sessionsTitle',
  screen: 'session/sessions-screen',
})

const securityPage = page({
  ...account,
  path: '/profile/security',
  requiredSettings: ['!upstream'],
  paths: { ca: '/perfil/seguretat', es: '/perfil/seguridad' },
  title: 'session.securityTitle',
  screen: 'session/security-screen',
})

const connectPage = page({
  ...account,
  path: '/connect',
  requiredSettings: ['!upstream'],
  paths: { ca: '/connect', es: '/connect' },
  title: 'session.connectTitle',
  search: ['redirectPath', 'pathParams', 'failed'],
  screen: 'session/connect-screen',
})

export const sessionPages = [loginPage, changePasswordPage, securityPage, sessionsPage, connectPage]

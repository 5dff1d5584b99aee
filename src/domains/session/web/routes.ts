import type { FetchQueryOptions } from '@tanstack/react-query'
import { type Page, page } from '#kit/web/page.ts'

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

/** A page about one's own account, with the answers that it shows first. */
function accountPage<const P extends Pick<Page, 'path' | 'paths' | 'title' | 'screen' | 'search'>>(
  own: P,
  query: 'sessionsQuery' | 'securityQuery' | 'identitiesQuery',
) {
  return page({
    ...own,
    protection: 'private',
    frame: 'office',
    texts: ['session'],
    // What cannot be read is told of by the screen, where it can be tried again.
    load: async ({ send, prefetch }) => {
      await prefetch((await import('./queries.ts'))[query](send) as FetchQueryOptions).catch(() => {})
    },
  })
}

const sessionsPage = accountPage(
  {
    path: '/profile/sessions',
    paths: { ca: '/perfil/sessions', es: '/perfil/sesiones' },
    title: 'session.sessionsTitle',
    screen: 'session/sessions-screen',
  },
  'sessionsQuery',
)

const securityPage = accountPage(
  {
    path: '/profile/security',
    paths: { ca: '/perfil/seguretat', es: '/perfil/seguridad' },
    title: 'session.securityTitle',
    screen: 'session/security-screen',
  },
  'securityQuery',
)

const connectPage = accountPage(
  {
    path: '/connect',
    paths: { ca: '/connect', es: '/connect' },
    title: 'session.connectTitle',
    search: ['failed'],
    screen: 'session/connect-screen',
  },
  'identitiesQuery',
)

export const sessionPages = [loginPage, changePasswordPage, securityPage, sessionsPage, connectPage]

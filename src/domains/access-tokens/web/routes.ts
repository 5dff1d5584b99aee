import { page } from '#kit/web/page.ts'

const programsPage = page({
  path: '/profile/programs',
  paths: { ca: '/perfil/programes', es: '/perfil/programas' },
  protection: 'private',
  frame: 'office',
  texts: ['access-tokens', 'session'],
  title: 'access-tokens.title',
  screen: 'access-tokens/programs-screen',
})

const accountAccessPage = page({
  path: '/profile/access',
  paths: { ca: '/perfil/accessos', es: '/perfil/accesos' },
  protection: 'private',
  frame: 'office',
  texts: ['access-tokens', 'session'],
  title: 'access-tokens.accountAccess.title',
  search: ['redirectPath', 'pathParams', 'changed', 'ended', 'failed'],
  screen: 'access-tokens/account-access-screen',
})

export const accessTokenPages = [programsPage, accountAccessPage]

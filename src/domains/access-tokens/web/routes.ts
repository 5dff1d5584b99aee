import { page } from '#kit/web/page.ts'

const programsPage = page({
  path: '/profile/programs',
  needs: ['!upstream'],
  paths: { ca: '/perfil/programes', es: '/perfil/programas' },
  protection: 'private',
  frame: 'office',
  texts: ['access-tokens', 'session'],
  title: 'access-tokens.title',
  search: ['redirectPath', 'pathParams', 'failed', 'sent', 'step'],
  screen: 'access-tokens/programs-screen',
})

export const accessTokenPages = [programsPage]

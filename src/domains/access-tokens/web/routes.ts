import { page } from '#kit/web/page.ts'

const programsPage = page({
  path: '/profile/programs',
  requiredSettings: ['!upstream'],
  paths: { ca: '/perfil/programes', es: '/perfil/programas' },
  protection: 'private',
  frame: 'app',
  texts: ['access-tokens', 'session'],
  title: 'access-tokens.title',
  search: ['redirectPath', 'pathParams', 'failed', 'sent', 'step'],
  screen: 'access-tokens/programs-screen',
})

export const accessTokenPages = [programsPage]

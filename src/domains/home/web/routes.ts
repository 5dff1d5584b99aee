import { page } from '#kit/web/page.ts'

const homePage = page({
  path: '/',
  paths: { ca: '/', es: '/' },
  protection: 'unprotected',
  frame: 'office',
  texts: ['home', 'contracts', 'offers', 'operator', 'payments', 'signatures', 'support'],
  title: 'home.title',
  screen: 'home/home-screen',
})

// The grid of actions, whatever the first page is.
const altHomePage = page({
  path: '/altHome',
  paths: { ca: '/altHome', es: '/altHome' },
  protection: 'unprotected',
  frame: 'office',
  texts: ['home'],
  title: 'home.actions.title',
  screen: 'home/alt-home-screen',
})

const loadingPage = page({
  path: '/loading',
  paths: { ca: '/carregant', es: '/cargando' },
  protection: 'unprotected',
  frame: 'alone',
  texts: ['home'],
  title: 'home.loading.title',
  screen: 'home/loading-screen',
})

const versionPage = page({
  path: '/version',
  paths: { ca: '/versio', es: '/version' },
  protection: 'unprotected',
  frame: 'office',
  texts: ['home'],
  title: 'home.version.title',
  screen: 'home/version-screen',
})

export const homePages = [homePage, altHomePage, loadingPage, versionPage]

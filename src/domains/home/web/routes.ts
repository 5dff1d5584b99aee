import { page } from '#kit/web/page.ts'

const homePage = page({
  path: '/',
  paths: { ca: '/', es: '/' },
  protection: 'unprotected',
  frame: 'app',
  texts: [
    'home',
    'bill-forecasts',
    'collections',
    'contracts',
    'debit-returns',
    'offers',
    'payments',
    'retailer',
    'signatures',
    'support',
  ],
  title: 'home.title',
  screen: 'home/home-screen',
})

// The grid of actions, whichever home page is configured.
const altHomePage = page({
  path: '/altHome',
  paths: { ca: '/altHome', es: '/altHome' },
  protection: 'unprotected',
  frame: 'app',
  texts: ['home', 'retailer'],
  title: 'home.actions.title',
  screen: 'home/alt-home-screen',
})

const loadingPage = page({
  path: '/loading',
  paths: { ca: '/carregant', es: '/cargando' },
  protection: 'unprotected',
  frame: 'standalone',
  texts: ['home'],
  title: 'home.loading.title',
  screen: 'home/loading-screen',
})

const versionPage = page({
  path: '/version',
  paths: { ca: '/versio', es: '/version' },
  protection: 'unprotected',
  frame: 'app',
  texts: ['home'],
  title: 'home.version.title',
  screen: 'home/version-screen',
})

export const homePages = [homePage, altHomePage, loadingPage, versionPage]

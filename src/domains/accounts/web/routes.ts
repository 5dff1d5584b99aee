import { page, passwordSettings } from '#kit/web/page.ts'

/** Signed-in users have an account and are redirected to where they were going. */
const ofVisitors = { protection: 'public', frame: 'app' } as const
const search = ['redirectPath', 'pathParams', 'failed', 'sent', 'step'] as const

export const accountPages = [
  page({
    ...ofVisitors,
    path: '/register',
    paths: { ca: '/registre', es: '/registro' },
    requiredSettings: ['features.signup'],
    texts: ['accounts'],
    title: 'accounts.register.title',
    search,
    screen: 'accounts/register-screen',
  }),
  page({
    ...ofVisitors,
    path: '/activation',
    paths: { ca: '/activacio', es: '/activacion' },
    requiredSettings: ['features.signup'],
    openByLink: ['step', 'failed'],
    texts: ['accounts', 'session'],
    title: 'accounts.activation.title',
    search,
    screen: 'accounts/activation-screen',
  }),
  page({
    ...ofVisitors,
    path: '/reset-password',
    requiredSettings: [passwordSettings],
    paths: { ca: '/recordar-clau', es: '/recordar-clave' },
    texts: ['accounts', 'session'],
    title: 'accounts.reset.title',
    search,
    screen: 'accounts/reset-password-screen',
  }),
  page({
    path: '/welcome',
    paths: { ca: '/benvingut', es: '/bienvenida' },
    protection: 'private',
    frame: 'app',
    texts: ['accounts'],
    title: 'accounts.welcome.title',
    screen: 'accounts/welcome-screen',
  }),
]

import { Scripts, useLocation, useMatches, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { settingsOf } from '#domains/retailer/web/settings.ts'
import { useBoot, usePortal } from '#kit/web/portal.ts'
import { problemKindOf } from '../problem-kinds.ts'
import { pathLocales, toLocal } from './paths.ts'
import { textAt } from './text-at.ts'
import '#kit/web/tokens.css'
import '#kit/web/base.css'

/** The HTML document around every page. The server adds styles and the entry script by route. */
export function Document({ children }: { children: ReactNode }) {
  const router = useRouter()
  const { locale, density } = useBoot()
  const nonce = router.options.ssr?.nonce
  return (
    <html lang={locale} data-density={density} suppressHydrationWarning>
      <head>
        {/* The bundler reads the nonce from its property, the router from the content; browsers hide the first. */}
        <meta property="csp-nonce" nonce={nonce} content={nonce} suppressHydrationWarning />
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="base" content={router.basepath === '/' ? '' : router.basepath} />
        {import.meta.env.SSR && <HeadLinks />}
        <Title />
      </head>
      <body>
        {children}
        {import.meta.env.SSR && <Scripts />}
      </body>
    </html>
  )
}

export const notFoundTitle = 'app.problems.notFound.title'

/** The window title: that of the page or of the shown problem, and the retailer's name. */
function Title() {
  const { messages } = usePortal()
  const boot = useBoot()
  const pageTitle = useMatches({ select: (matches) => pageTitleOf(matches.at(-1)) })
  const key = boot.problem ? `app.problems.${problemKindOf(boot.problem)}.title` : pageTitle
  const { organization } = settingsOf(boot)
  return <title>{[textAt(messages, key), organization.name].filter(Boolean).join(' · ')}</title>
}

type RouteMatch = { status: string; staticData: { title?: string } }

function pageTitleOf(match: RouteMatch | undefined): string {
  return (match?.status !== 'notFound' && match?.staticData.title) || notFoundTitle
}

// Metadata that browsers and search engines read from the initial HTML; the client script does not render it again.
function HeadLinks() {
  const { basePath } = usePortal()
  const { signedIn } = useBoot()
  return (
    <>
      <link rel="icon" type="image/svg+xml" href={icon} />
      {/* Customers may want to install the portal next to their other apps. */}
      {signedIn && (
        <>
          <link rel="manifest" href={`${basePath}/manifest.webmanifest`} />
          <link rel="apple-touch-icon" href={`${basePath}/icons/touch-180.png`} />
        </>
      )}
      <AlternateLinks />
    </>
  )
}

// The portal's logo, in the text colour: in a browser tab a pale brand colour would be invisible.
const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 28 28'%3E%3Cpath fill='%23808080' fill-rule='evenodd' d='M7 0h14a7 7 0 0 1 7 7v14a7 7 0 0 1-7 7H7a7 7 0 0 1-7-7V7a7 7 0 0 1 7-7zM5 22h18v-10h-4.5V7H14v5H9.5v5H5z'/%3E%3C/svg%3E"

/** Links to the same page in the other languages with their own paths, if the path determines the language. */
function AlternateLinks() {
  const router = useRouter()
  const pathname = useLocation({ select: (location) => location.pathname })
  const { offeredLocales } = useBoot()
  const basePath = router.basepath === '/' ? '' : router.basepath
  const variants = pathLocales
    .filter((locale) => offeredLocales.includes(locale))
    .map((locale) => ({ locale, path: toLocal(pathname, locale) }))
  if (new Set(variants.map(({ path }) => path)).size < 2) return null
  return variants.map(({ locale, path }) => (
    <link key={locale} rel="alternate" hrefLang={locale} href={router.origin + basePath + path} />
  ))
}

import type { QueryKey } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { AllowedOperators } from '#kit/operator-role.ts'
import { isRefused } from '#kit/refusal.ts'
import type { LoadContext, Page, SearchParams } from '#kit/web/page.ts'
import type { Portal } from '#kit/web/portal.ts'
import { screenFileOf } from '../screen-file.ts'
import { Document, notFoundTitle } from './document.tsx'
import type { NavigationDecision } from './guard.ts'
import { CrashPage, NotFoundPage, PageOrProblem } from './lazy-error-pages.tsx'
import { loadPageTexts, readPageData } from './page-data.ts'
import { toKey, toLocal } from './paths.ts'
import { Providers } from './providers.tsx'
import { queryClientOf } from './query-cache.ts'
import { loadTexts } from './texts.ts'

/** The module of a screen, which may load its data first. */
export type Screen = { load?: (context: LoadContext) => Promise<unknown> }

/** A program of pages in one layout: the customer portal, or the back office. */
export type Program = {
  pages: readonly Page[]
  /** The screens of the pages, by their files. */
  screens: Record<string, () => Promise<Screen>>
  /** The layout with the menu, and its texts. */
  layout: { component: RouteComponent; texts: readonly string[] }
  decide: (visit: { page: Page; boot: Portal['boot']; address: string }) => Promise<NavigationDecision>
  /** A page outside the list of pages, for developers of the components. */
  kitPage?: { path: string; component: RouteComponent }
}

const sharedTexts = ['app', 'kit']

/** Creates the routes of a program: its pages in the layout, standalone ones, and the fallback for every other URL. */
export function createRouteTree({ pages, screens, layout, decide, kitPage }: Program) {
  const rootRoute = createPortalRoute()
  const layoutRoute = createRoute({
    getParentRoute: () => rootRoute,
    id: '_app',
    component: layout.component,
    beforeLoad: ({ context }) => queryClientOf(context.portal).then(() => undefined),
    loader: ({ context: { portal } }) => loadTexts(portal, layout.texts),
    staticData: { texts: layout.texts },
  })
  // An unknown URL is reported inside the layout, with the menu available.
  const unknownRoute = createRoute({
    getParentRoute: () => layoutRoute,
    path: '$' as string,
    loader: ({ context: { portal } }) => {
      if (!portal.boot.problem) throw notFound()
    },
    staticData: { title: notFoundTitle },
    notFoundComponent: NotFoundPage,
  })
  const routesIn = (frame: Page['frame'], parent: () => PortalRoute) =>
    pages
      .filter((page) => page.frame === frame)
      .map((page) => createPageRoute(page, { parent, screen: screenOf(page, screens), decide }))
  return rootRoute.addChildren([
    layoutRoute.addChildren([...routesIn('app', () => layoutRoute as unknown as PortalRoute), unknownRoute]),
    ...routesIn('standalone', () => rootRoute),
    ...(kitPage ? [createRoute({ getParentRoute: () => rootRoute, ...kitPage })] : []),
  ])
}

type PortalRoute = ReturnType<typeof createPortalRoute>

function createPortalRoute() {
  return createRootRouteWithContext<{ portal: Portal }>()({
    shellComponent: Document,
    component: PageOrProblem,
    loader: ({ context: { portal } }) => loadTexts(portal, sharedTexts),
  })
}

type LoadScreen = () => Promise<Screen>

function screenOf(page: Page, screens: Program['screens']): LoadScreen {
  const screen = screens[`../../${screenFileOf(page.screen)}`]
  if (!screen) throw new Error(`The page ${page.path} has no screen ${page.screen}.`)
  return screen
}

type PageRouteOptions = { parent: () => PortalRoute; screen: LoadScreen; decide: Program['decide'] }

/** Creates the route of a page, which redirects visitors who may not see it before it loads its texts and data. */
function createPageRoute(page: Page, { parent, screen, decide }: PageRouteOptions) {
  return createRoute({
    getParentRoute: parent,
    path: page.path,
    validateSearch: (query: Record<string, unknown>) => pickSearch(page, query),
    loaderDeps: ({ search }) => ({ search }),
    beforeLoad: async ({ context: { portal }, location }) => {
      const { boot, basePath } = portal
      const decision = await decide({ page, boot, address: location.publicHref.slice(basePath.length) || '/' })
      if (decision.kind === 'redirect') throw redirectTo(decision.address)
      if (decision.kind === 'notFound') throw notFound()
    },
    loader: ({ context: { portal }, params, deps, preload }) =>
      loadPage(page, { portal, screen, params: params as Record<string, string>, search: deps.search, preload }),
    staticData: { title: page.title, roles: page.roles, texts: page.texts },
    notFoundComponent: NotFoundPage,
    component: lazyRouteComponent(screen as () => Promise<Record<string, ComponentType>>, componentName(page.screen)),
  })
}

type PageVisit = { portal: Portal; screen: LoadScreen; preload: boolean } & Pick<LoadContext, 'params' | 'search'>

/** Loads the texts and the initial data of a page, unless the server has already found a problem. */
async function loadPage(page: Page, { portal, screen, params, search, preload }: PageVisit) {
  const { boot } = portal
  if (boot.problem) return
  const texts = loadTexts(portal, page.texts)
  const send: LoadContext['send'] = (call, input) => portal.send(call, preload ? { ...input, isPreload: true } : input)
  const context: LoadContext = {
    ...{ path: page.path, send, boot, params, search },
    prefetch: async (query) => (await queryClientOf(portal)).ensureQueryData(query),
    cached: <Data,>(queryKey: QueryKey) =>
      (portal.queryClient?.getQueriesData<Data>({ queryKey }) ?? [])
        .map(([, data]) => data)
        .filter((data) => data !== undefined),
    goTo: (address) => {
      throw redirectTo(address)
    },
  }
  const data = screen().then(({ load }) => load?.(context))
  await Promise.all([texts, data.catch((failure) => throwLoadFailure(failure, page))])
}

// The router translates the path to the visitor's language and prepends the base path.
function redirectTo(address: string) {
  const { pathname, searchParams, hash } = new URL(address, 'http://portal.invalid')
  return redirect({
    to: toKey(pathname),
    search: Object.fromEntries(searchParams) as never,
    hash: hash.slice(1) || undefined,
    statusCode: 302,
  })
}

/** Returns the query parameters that the page understands, as text; others are left unchanged in the URL. */
function pickSearch(page: Page, query: Record<string, unknown>): SearchParams {
  const names = (page.search ?? []).filter((name) => query[name] !== undefined && query[name] !== '')
  return Object.fromEntries(names.map((name) => [name, String(query[name])]))
}

function throwLoadFailure(failure: unknown, { fallbackPath }: Page): never {
  if (!isRefused(failure) || failure.status !== 404) throw failure
  throw fallbackPath ? redirectTo(fallbackPath) : notFound()
}

function componentName(screen: string): string {
  return screen
    .slice(screen.lastIndexOf('/') + 1)
    .replace(/(^|-)(\w)/g, (_, __, letter: string) => letter.toUpperCase())
}

/** A visit: what every screen can access, the base path, and the nonce for its scripts. */
export type Visit = { portal: Portal; basePath: string; nonce?: string }

/** Creates the router of a visit: one per request on the server, one per window in the browser. */
export function createProgramRouter(routeTree: ReturnType<typeof createRouteTree>, { portal, basePath, nonce }: Visit) {
  return createRouter({
    routeTree,
    basepath: basePath || '/',
    context: { portal },
    rewrite: {
      input: ({ url }) => withPath(url, toKey(url.pathname)),
      output: ({ url }) => withPath(url, toLocal(url.pathname, portal.boot.locale)),
    },
    ssr: { nonce },
    scrollRestoration: true,
    // A page may scroll smoothly to its sections; it still opens at the top, or at its restored position.
    scrollRestorationBehavior: 'instant',
    defaultPreload: 'intent',
    defaultPreloadDelay: 80,
    defaultErrorComponent: CrashPage,
    // Every value in the URL is text: a contract name of digits stays a string.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const entries = Object.entries(search).filter(([, value]) => value !== undefined)
      return entries.length ? `?${new URLSearchParams(entries as [string, string][])}` : ''
    },
    InnerWrap: ({ children }) => <Providers portal={portal}>{children}</Providers>,
    hydrate: async () => {
      const { boot, queries } = readPageData()
      portal.boot = boot
      await loadPageTexts(portal)
      if (queries) (await import('./query-client.ts')).hydrate(await queryClientOf(portal), queries)
    },
  })
}

function withPath(url: URL, pathname: string): URL {
  url.pathname = pathname
  return url
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The text key of the window title. */
    title?: string
    /** The texts that it needs. */
    texts?: readonly string[]
    /** The operator roles that may see the page. */
    roles?: AllowedOperators | undefined
  }
  interface Register {
    router: ReturnType<typeof createProgramRouter>
  }
}

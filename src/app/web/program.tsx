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
import type { LoadContext, Page, Search } from '#kit/web/page.ts'
import type { Portal } from '#kit/web/portal.ts'
import { Document, notFoundTitle } from './document.tsx'
import type { Decision } from './guard.ts'
import { toKey, toLocal } from './paths.ts'
import { CrashPage, NotFoundPage, PageOrProblem } from './problem-pages.tsx'
import { Providers } from './providers.tsx'
import { queryClientOf } from './query-cache.ts'
import { loadTexts } from './texts.ts'

/** The file of a screen, which may bring what it shows first. */
export type Screen = { load?: (context: LoadContext) => Promise<unknown> }

/** A program of pages in one frame: the customers' portal, or the area of operators. */
export type Program = {
  pages: readonly Page[]
  /** The screens of the pages, by their files. */
  screens: Record<string, () => Promise<Screen>>
  /** Where the files are: `../../domains`. */
  folder: string
  /** The frame with the menu, and its texts. */
  office: { component: RouteComponent; texts: readonly string[] }
  decide: (visit: { page: Page; boot: Portal['boot']; address: string }) => Promise<Decision>
  /** A page that is no value, for those who work on the parts. */
  partsPage?: { path: string; component: RouteComponent }
}

const alwaysTexts = ['app', 'kit']

/** The routes of a program: its pages in the frame, those that stand alone, and what is told of every other address. */
export function routeTreeOf({ pages, screens, folder, office, decide, partsPage }: Program) {
  const rootRoute = createRootRouteWithContext<{ portal: Portal }>()({
    shellComponent: Document,
    component: PageOrProblem,
    loader: ({ context: { portal } }) => loadTexts(portal, alwaysTexts),
  })
  const officeRoute = createRoute({
    getParentRoute: () => rootRoute,
    id: '_office',
    component: office.component,
    beforeLoad: ({ context }) => queryClientOf(context.portal).then(() => undefined),
    loader: ({ context: { portal } }) => loadTexts(portal, office.texts),
  })
  // An address that no page has is told of inside the frame, with the menu at hand.
  const unknownRoute = createRoute({
    getParentRoute: () => officeRoute,
    path: '$' as string,
    loader: ({ context: { portal } }) => {
      if (!portal.boot.problem) throw notFound()
    },
    staticData: { title: notFoundTitle },
    notFoundComponent: NotFoundPage,
  })

  function routeOf(page: Page) {
    const [domain, file] = page.screen.split('/') as [string, string]
    const screen = screens[`${folder}/${domain}/web/${file}.tsx`]
    if (!screen) throw new Error(`The page ${page.path} has no screen ${page.screen}.`)
    return createRoute({
      getParentRoute: () => (page.frame === 'office' ? officeRoute : rootRoute) as typeof rootRoute,
      path: page.path,
      validateSearch: (given: Record<string, unknown>) => understood(page, given),
      loaderDeps: ({ search }) => ({ search }),
      beforeLoad: async ({ context: { portal }, location }) => {
        const { boot, basePath } = portal
        const decision = await decide({ page, boot, address: location.publicHref.slice(basePath.length) || '/' })
        if (decision.kind === 'goTo') throw redirectTo(decision.address)
        if (decision.kind === 'notFound') throw notFound()
      },
      loader: async ({ context: { portal }, params, deps }) => {
        const { boot, send } = portal
        if (boot.problem) return
        const texts = loadTexts(portal, page.texts)
        const context: LoadContext = {
          path: page.path,
          send,
          boot,
          params: params as Record<string, string>,
          search: deps.search,
          prefetch: async (query) => (await queryClientOf(portal)).ensureQueryData(query),
          goTo: (address) => {
            throw redirectTo(address)
          },
        }
        const data = screen().then(({ load }) => load?.(context))
        await Promise.all([texts, data.catch((failure) => explain(failure, page))])
      },
      staticData: { title: page.title, roles: page.roles },
      notFoundComponent: NotFoundPage,
      component: lazyRouteComponent(screen as () => Promise<Record<string, ComponentType>>, componentName(file)),
    })
  }

  const standing = (frame: Page['frame']) => pages.filter((page) => page.frame === frame).map(routeOf)
  return rootRoute.addChildren([
    officeRoute.addChildren([...standing('office'), unknownRoute]),
    ...standing('alone'),
    ...(partsPage ? [createRoute({ getParentRoute: () => rootRoute, ...partsPage })] : []),
  ])
}

// The router writes the path in the visitor's language and puts the base path before it.
function redirectTo(address: string) {
  const { pathname, searchParams, hash } = new URL(address, 'http://portal.invalid')
  return redirect({
    to: toKey(pathname),
    search: Object.fromEntries(searchParams) as never,
    hash: hash.slice(1) || undefined,
    statusCode: 302,
  })
}

/** Keeps what the page understands of a query, as text; whatever else stands there is left alone in the address. */
function understood(page: Page, given: Record<string, unknown>): Search {
  const kept = (page.search ?? []).filter((name) => given[name] !== undefined && given[name] !== '')
  return Object.fromEntries(kept.map((name) => [name, String(given[name])]))
}

function explain(failure: unknown, { instead }: Page): never {
  if (!isRefused(failure) || failure.status !== 404) throw failure
  throw instead ? redirectTo(instead) : notFound()
}

function componentName(file: string): string {
  return file.replace(/(^|-)(\w)/g, (_, __, letter: string) => letter.toUpperCase())
}

// biome-ignore lint/suspicious/noExplicitAny: plain data, which the router would otherwise want to check part by part.
type Handover = any

/** One visit: what every screen can reach, what stands before every path, and what lets its scripts run. */
export type Visit = { portal: Portal; basePath: string; nonce?: string }

/** The router of one visit: one per request on the server, one per window in the browser. */
export function routerOf(routeTree: ReturnType<typeof routeTreeOf>, { portal, basePath, nonce }: Visit) {
  return createRouter({
    routeTree,
    basepath: basePath || '/',
    context: { portal },
    rewrite: {
      input: ({ url }) => changedPath(url, toKey(url.pathname)),
      output: ({ url }) => changedPath(url, toLocal(url.pathname, portal.boot.locale)),
    },
    ssr: { nonce },
    scrollRestoration: true,
    // A page may scroll smoothly to its parts; it is still opened where it begins, or where it was left.
    scrollRestorationBehavior: 'instant',
    defaultPreload: 'intent',
    defaultPreloadDelay: 80,
    defaultErrorComponent: CrashPage,
    // Every value in the address is text: a contract's name of digits stays a name.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const entries = Object.entries(search).filter(([, value]) => value !== undefined)
      return entries.length ? `?${new URLSearchParams(entries as [string, string][])}` : ''
    },
    InnerWrap: ({ children }) => <Providers portal={portal}>{children}</Providers>,
    dehydrate: async (): Promise<Handover> => ({
      boot: portal.boot,
      messages: portal.messages,
      queries: portal.queryClient && (await import('./query-client.ts')).dehydrate(portal.queryClient),
    }),
    hydrate: async ({ boot, messages, queries }: Handover) => {
      portal.boot = boot
      Object.assign(portal.messages, messages)
      if (queries) (await import('./query-client.ts')).hydrate(await queryClientOf(portal), queries)
    },
  })
}

function changedPath(url: URL, pathname: string): URL {
  url.pathname = pathname
  return url
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The key of the text that is the title of the window. */
    title?: string
    /** Which operators the page is for. */
    roles?: AllowedOperators | undefined
  }
  interface Register {
    router: ReturnType<typeof routerOf>
  }
}

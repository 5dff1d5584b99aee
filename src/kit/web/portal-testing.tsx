import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { IntlProvider } from 'use-intl'
import type { Boot, SignedIn } from '../boot.ts'
import type { Call, ReplyIn, Schema } from '../call.ts'
import { operatorRoles } from '../operator-role.ts'
import { type Portal, PortalContext } from './portal.ts'
import type { Send, Sent } from './send.ts'
import kit from './texts/es.json'

const now = '2026-03-10T10:00:00Z'

const emptyBoot: Boot = {
  locale: 'es',
  offeredLocales: ['es'],
  settings: {},
  flags: {},
  blocks: [],
  density: 'roomy',
  signedIn: null,
  sessionEnded: false,
  problem: null,
  roles: operatorRoles,
  now,
}

/** Somebody who is signed in, and may do everything with their own account. */
export const anna: SignedIn = {
  name: 'Anna',
  email: 'anna@example.test',
  readonly: false,
  mustChangePassword: false,
  hasManyContracts: false,
  isCompany: false,
}

/** How a call is answered in a test; what it answers must fit the call's own schema. */
export type Answer = { definition: Call; reply: (sent: never) => unknown }

type Replied<C extends Call> = C['reply'] extends 'nothing' ? undefined : ReplyIn<C>

/** Answers a call. The reply may be worked out from what was sent, may take its time, and may throw a refusal. */
export function answer<C extends Call>(
  definition: C,
  reply: (sent: Sent<C>) => Replied<C> | Promise<Replied<C>>,
): Answer {
  return { definition, reply }
}

type Stage = {
  /** Where the parts stand, as a route's pattern (`/d/$routePath/$pageId`); the address itself if it has no parameters. */
  path?: string
  boot?: Partial<Boot>
  /** Spanish texts by namespace; those of the kit are always there. */
  messages?: Record<string, unknown>
  answers?: readonly Answer[]
}

/** Shows parts of the portal at an address, and waits until they stand. Every other address shows nothing. */
export async function renderAt(
  address: string,
  parts: ReactNode,
  { path = address.split('?')[0]!, boot, messages, answers = [] }: Stage = {},
) {
  const portal: Portal = {
    boot: { ...emptyBoot, ...boot },
    messages: { kit, ...messages },
    send: sendTo(answers),
    basePath: '',
    queryClient: new QueryClient({ defaultOptions: { queries: { retry: false } } }),
    listeners: new Set(),
  }
  const root = createRootRoute({ component: Outlet })
  const here = createRoute({ getParentRoute: () => root, path, component: () => parts })
  const elsewhere = createRoute({ getParentRoute: () => root, path: '$', component: Nothing })
  const router = createRouter({
    routeTree: root.addChildren(path === '$' ? [here] : [here, elsewhere]),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const told = Object.entries(search).filter(([, value]) => value !== undefined)
      const written = new URLSearchParams(told as [string, string][]).toString()
      return written && `?${written}`
    },
  })
  await router.load()
  const rendered = render(
    <PortalContext value={portal}>
      <IntlProvider locale="es" messages={{ kit, ...messages } as never} timeZone="Europe/Madrid" now={new Date(now)}>
        <QueryClientProvider client={portal.queryClient!}>
          <RouterProvider router={router as never} />
        </QueryClientProvider>
      </IntlProvider>
    </PortalContext>,
  )
  return { ...rendered, portal, router }
}

function sendTo(answers: readonly Answer[]): Send {
  return (async (definition: Call, sent: never) => {
    const found = answers.find((each) => each.definition === definition)
    if (!found) throw new Error(`The test has no answer for ${definition.method} ${definition.path}.`)
    const reply = await found.reply(sent)
    return definition.reply === 'nothing' ? undefined : (definition.reply as Schema).parse(reply)
  }) as Send
}

function Nothing() {
  return null
}

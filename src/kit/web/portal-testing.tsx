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
import type { Boot, SignedInUser } from '../boot.ts'
import type { Call, ReplyIn, Schema } from '../call.ts'
import { operatorRoles } from '../operator-role.ts'
import { type Portal, PortalContext } from './portal.ts'
import type { CallInput, Send } from './send.ts'
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

/** A signed-in user with full access to their own account. */
export const anna: SignedInUser = {
  name: 'Anna',
  email: 'anna@example.test',
  readonly: false,
  mustChangePassword: false,
  hasManyContracts: false,
  isCompany: false,
}

/** How a call is answered in a test; the reply must match the call's own schema. */
export type CallMock = { definition: Call; reply: (input: never) => unknown }

type MockedReply<C extends Call> = C['reply'] extends 'nothing' ? undefined : ReplyIn<C>

/** Mocks a call. The reply may be computed from the input, may be delayed, and may throw a refusal. */
export function mockCall<C extends Call>(
  definition: C,
  reply: (input: CallInput<C>) => MockedReply<C> | Promise<MockedReply<C>>,
): CallMock {
  return { definition, reply }
}

type RenderOptions = {
  /** The route pattern of the content (`/d/$routePath/$pageId`); by default the address itself. */
  path?: string
  boot?: Partial<Boot>
  /** Spanish texts by namespace; those of the kit are always included. */
  messages?: Record<string, unknown>
  callMocks?: readonly CallMock[]
}

/** Renders parts of the portal at an address and waits until they are shown. Every other address renders nothing. */
export async function renderAt(
  address: string,
  parts: ReactNode,
  { path = address.split('?')[0]!, boot, messages, callMocks = [] }: RenderOptions = {},
) {
  const portal: Portal = {
    boot: { ...emptyBoot, ...boot },
    messages: { kit, ...messages },
    send: sendToMocks(callMocks),
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
      const defined = Object.entries(search).filter(([, value]) => value !== undefined)
      const written = new URLSearchParams(defined as [string, string][]).toString()
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

function sendToMocks(callMocks: readonly CallMock[]): Send {
  return (async (definition: Call, input: never) => {
    const mock = callMocks.find((each) => each.definition === definition)
    if (!mock) throw new Error(`The test has no reply for ${definition.method} ${definition.path}.`)
    const reply = await mock.reply(input)
    return definition.reply === 'nothing' ? undefined : (definition.reply as Schema).parse(reply)
  }) as Send
}

function Nothing() {
  return null
}

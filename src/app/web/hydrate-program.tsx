import { RouterProvider } from '@tanstack/react-router'
import { RouterClient } from '@tanstack/react-router/ssr/client'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import type { Boot } from '#kit/boot.ts'
import { personActs, waitForPerson } from '#kit/web/person-acts.ts'
import type { Portal } from '#kit/web/portal.ts'
import { frameAttribute } from '../rendering-program.ts'
import type { createProgramRouter, Visit } from './program.tsx'

type Router = ReturnType<typeof createProgramRouter>

/**
 * Hydrates the page that the server rendered, or renders the one for which it had no time. `onStart` is called with what
 * the program runs on.
 */
export function hydrateProgram(
  makeRouter: (visit: Visit) => Router,
  onStart?: (router: Router, portal: Portal) => void,
) {
  const basePath = document.querySelector<HTMLMetaElement>('meta[name=base]')?.content ?? ''
  const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce

  const portal: Portal = {
    boot: undefined as unknown as Boot,
    messages: {},
    // The first page includes its data, so the network code is loaded on the first call.
    send: async (definition, input) => {
      const { sendOverNetwork } = await import('./network.ts')
      portal.send = sendOverNetwork(portal)
      return portal.send(definition, input)
    },
    basePath,
    listeners: new Set<() => void>(),
  }
  const isFrame = document.documentElement.hasAttribute(frameAttribute)
  // What a frame leaves out, nobody has seen yet.
  if (!isFrame) waitForPerson()
  // After the loaded scripts have run, and in chunks, so that the page responds to early input in between.
  setTimeout(() => {
    const router = makeRouter({ portal, basePath, nonce })
    const rendered = isFrame ? renderFrame(router) : undefined
    if (!isFrame)
      startTransition(() => {
        hydrateRoot(document, <RouterClient router={router} />)
      })
    // Only a person who does something can meet a lost connection.
    const watch = async () => {
      const { watchPage } = await import('./page-watch.tsx')
      const subscribe: typeof router.subscribe = (event, listener) => router.subscribe(event, listener)
      watchPage(portal, { subscribe, isOpening: () => router.state.isLoading })
    }
    void personActs()
      .then(() => rendered)
      .then(watch)
      .catch(() => addEventListener('online', watch, { once: true }))
    onStart?.(router, portal)
  })
}

// What the server sent stays until everything is loaded.
async function renderFrame(router: Router) {
  await router.options.hydrate?.(undefined as never)
  await router.load()
  createRoot(document).render(<RouterProvider router={router} />)
}

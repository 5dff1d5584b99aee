import { RouterClient } from '@tanstack/react-router/ssr/client'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { Boot } from '#kit/boot.ts'
import type { Portal } from '#kit/web/portal.ts'
import type { routerOf, Visit } from './program.tsx'

const watchedAfterMs = 400

/** Takes over the page that the server has drawn. */
export function hydrateProgram(makeRouter: (visit: Visit) => ReturnType<typeof routerOf>) {
  const basePath = document.querySelector<HTMLMetaElement>('meta[name=base]')?.content ?? ''
  const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce

  const portal: Portal = {
    boot: undefined as unknown as Boot,
    messages: {},
    // The first page comes with its answers, so what it takes to ask comes when something is asked.
    send: async (definition, sent) => {
      const { sendOverNetwork } = await import('./network.ts')
      portal.send = sendOverNetwork(portal)
      return portal.send(definition, sent)
    },
    basePath,
    listeners: new Set<() => void>(),
  }
  // After what has come has run, and in pieces, so that the page answers in between to whoever touches it already.
  setTimeout(() => {
    const router = makeRouter({ portal, basePath, nonce })
    startTransition(() => {
      hydrateRoot(document, <RouterClient router={router} />)
    })
    // Once the page stands, which nothing of it has to wait for.
    setTimeout(async () => (await import('./page-watch.tsx')).watchPage(portal, router), watchedAfterMs)
  })
}

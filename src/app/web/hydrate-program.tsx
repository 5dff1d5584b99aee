import { RouterClient } from '@tanstack/react-router/ssr/client'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { Boot } from '#kit/boot.ts'
import type { Portal } from '#kit/web/portal.ts'
import type { createProgramRouter, Visit } from './program.tsx'

const watchedAfterMs = 400

/** Hydrates the page that the server rendered. */
export function hydrateProgram(makeRouter: (visit: Visit) => ReturnType<typeof createProgramRouter>) {
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
  // After the loaded scripts have run, and in chunks, so that the page responds to early input in between.
  setTimeout(() => {
    const router = makeRouter({ portal, basePath, nonce })
    startTransition(() => {
      hydrateRoot(document, <RouterClient router={router} />)
    })
    // After hydration, so that the page does not wait for it.
    setTimeout(async () => (await import('./page-watch.tsx')).watchPage(portal, router), watchedAfterMs)
  })
}

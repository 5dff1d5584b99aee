import { RouterClient } from '@tanstack/react-router/ssr/client'
import { hydrateRoot } from 'react-dom/client'
import type { Boot } from '#kit/boot.ts'
import type { Portal } from '#kit/web/portal.ts'
import { makeRouter } from './router.tsx'

// What let nobody in, or nobody any more, does not stay in the address or the history either.
if (/[?&](token|id_client|secret|code)=/.test(location.search))
  import('./guard.ts').then(({ arrivalOf }) => {
    const arrival = arrivalOf(location.pathname + location.search + location.hash)
    if (arrival.kind !== 'nothing') history.replaceState(history.state, '', arrival.goOn)
  })

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
const router = makeRouter({ portal, basePath, nonce })
hydrateRoot(document, <RouterClient router={router} />)

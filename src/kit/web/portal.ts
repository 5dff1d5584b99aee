import type { QueryClient } from '@tanstack/react-query'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Boot } from '../boot.ts'
import type { Send } from './send.ts'

/** What every screen can reach: what came with the page, how to make calls, and the cache of their answers. */
export type Portal = {
  boot: Boot
  messages: Record<string, unknown>
  send: Send
  /** What stands before every path, empty or like `/portal`. */
  basePath: string
  /** The cache arrives with the first page that needs it: the log-in page does not. */
  queryClient?: QueryClient
  /** Answers the question of `boot.asksProof`. */
  giveProof?: (isGiven: boolean) => void
  listeners: Set<() => void>
}

/** Where the screens find their portal. */
export const PortalContext = createContext<Portal | null>(null)

/** The portal of the screen that asks. */
export function usePortal(): Portal {
  const portal = useContext(PortalContext)
  if (!portal) throw new Error('This component stands outside a portal.')
  return portal
}

/** What came with the page; the component is drawn again when it changes. */
export function useBoot(): Boot {
  const portal = usePortal()
  return useSyncExternalStore(
    (listener) => {
      portal.listeners.add(listener)
      return () => portal.listeners.delete(listener)
    },
    () => portal.boot,
    () => portal.boot,
  )
}

/** How to make calls. */
export function useSend(): Send {
  return usePortal().send
}

/** Changes what came with the page, say the language, and draws again whatever reads it. */
export function changeBoot(portal: Portal, change: Partial<Boot>) {
  portal.boot = { ...portal.boot, ...change }
  for (const listener of portal.listeners) listener()
}

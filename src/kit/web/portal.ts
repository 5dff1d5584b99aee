import type { QueryClient } from '@tanstack/react-query'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Boot } from '../boot.ts'
import type { Send } from './send.ts'

/** What every screen can access: the boot data, the function that makes calls, and the cache of replies. */
export type Portal = {
  boot: Boot
  messages: Record<string, unknown>
  send: Send
  /** The prefix of every path, empty or like `/portal`. */
  basePath: string
  /** The cache loads with the first page that needs it: the sign-in page does not. */
  queryClient?: QueryClient
  /** Resolves the request of `boot.asksReauthentication`. */
  answerReauthentication?: (isConfirmed: boolean) => void
  listeners: Set<() => void>
}

/** The context from which screens read their portal. */
export const PortalContext = createContext<Portal | null>(null)

/** Returns the portal of the current screen. */
export function usePortal(): Portal {
  const portal = useContext(PortalContext)
  if (!portal) throw new Error('This component is rendered outside a portal.')
  return portal
}

/** Returns the boot data; the component renders again when it changes. */
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

/** Returns the function that makes calls. */
export function useSend(): Send {
  return usePortal().send
}

/** Changes the boot data, e.g. the language, and renders again everything that reads it. */
export function changeBoot(portal: Portal, change: Partial<Boot>) {
  portal.boot = { ...portal.boot, ...change }
  for (const listener of portal.listeners) listener()
}

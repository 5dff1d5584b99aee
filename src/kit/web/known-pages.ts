import { createContext, useContext } from 'react'

/** Tells whether the application has a page at an address in key form. The application gives it; without one it has all. */
export const KnownPagesContext = createContext<(address: string) => boolean>(() => true)

/** Whether there is a page at an address, for links to pages that not every version of the portal has. */
export function useHasPage(): (address: string) => boolean {
  return useContext(KnownPagesContext)
}

import { createContext, useContext } from 'react'

/**
 * Returns whether the application has a page at an address in key form. The application provides it; by default every
 * page exists.
 */
export const KnownPagesContext = createContext<(address: string) => boolean>(() => true)

/**
 * Returns a function that checks whether there is a page at an address, for links to pages that not every version of
 * the portal has.
 */
export function useHasPage(): (address: string) => boolean {
  return useContext(KnownPagesContext)
}

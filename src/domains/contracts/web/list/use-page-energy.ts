import { useMatch } from '@tanstack/react-router'
import type { Energy } from '#vocabulary/energies.ts'
import { energyOfPath } from './list-address.ts'

/** Returns the kind of contract that the page belongs to. It stays the same while another page is being opened. */
export function usePageEnergy(): Energy {
  return useMatch({ strict: false, select: ({ pathname }) => energyOfPath(pathname) })
}

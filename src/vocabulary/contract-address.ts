import type { Energy } from './energies.ts'

/** The path of the page of a contract, with a dialog open where an action is given. A name may have any characters. */
export function contractAddress({ energy, name }: { energy: Energy; name: string }, action?: string): `/${string}` {
  const path = `/contracts/${energy}/${encodeURIComponent(name)}` as const
  return action ? `${path}?${new URLSearchParams({ action })}` : path
}

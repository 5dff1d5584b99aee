import type { Energy } from '../rules.ts'
import { addressOf, type ContractListView, contractAddress } from './list-address.ts'

/** What one of the contracts may be chosen for; the list is called after it then. */
export const titledActions = [
  'consumption',
  'download',
  'powChange',
  'ibanChange',
  'noCesionSips',
  'notifAddrChange',
] as const
export type TitledAction = (typeof titledActions)[number]

/** What a list is there to choose a contract for; undefined where it is there to be read, or for what nobody knows. */
export function titledAction(action: string | undefined): TitledAction | undefined {
  return titledActions.find((each) => each === action)
}

const ofElectricityAlone: readonly TitledAction[] = ['powChange', 'noCesionSips']

type Held = { energy: Energy; total: number; first: { energy: Energy; name: string } | undefined }

/**
 * Where a list leads in its stead: to the only contract there is, or to the list of the other energy where this one is empty;
 * null where there is something to choose. `held` is what the customer has of each energy, whatever the list is searched for.
 */
export function insteadOfChoosing(energy: Energy, view: ContractListView, held: readonly Held[]): string | null {
  const action = titledAction(view.action)
  if (!action || view.text) return null
  const filled = held.filter(({ total, energy: each }) => {
    return total > 0 && (each === 'electricity' || !ofElectricityAlone.includes(action))
  })
  const [only] = filled
  if (!only || filled.length > 1) return null
  if (only.total === 1 && only.first) return contractAddress(only.first, action)
  return only.energy === energy ? null : addressOf(only.energy, view)
}

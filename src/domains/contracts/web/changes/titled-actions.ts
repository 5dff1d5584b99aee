import { contractAddress } from '#vocabulary/contract-address.ts'
import type { Energy } from '#vocabulary/energies.ts'
import { addressOf, type ContractListView } from '../list/list-address.ts'

/** The actions that a contract can be chosen for; they give the list its title. */
export const titledActions = [
  'consumption',
  'download',
  'powChange',
  'ibanChange',
  'noCesionSips',
  'notifAddrChange',
] as const
export type TitledAction = (typeof titledActions)[number]

/**
 * Returns the action that a contract is chosen for; undefined where the list is for reading, or for an unknown action.
 */
export function parseTitledAction(action: string | undefined): TitledAction | undefined {
  return titledActions.find((each) => each === action)
}

const electricityOnlyActions: readonly TitledAction[] = ['powChange', 'noCesionSips']

type ContractCount = { energy: Energy; total: number; first: { energy: Energy; name: string } | undefined }

/**
 * Returns where a list redirects: to the only contract there is, or to the list of the other energy where this one is
 * empty; null where there is a choice. `held` is the customer's count of each energy, regardless of the search.
 */
export function findChoiceRedirect(
  energy: Energy,
  view: ContractListView,
  counts: readonly ContractCount[],
): string | null {
  const action = parseTitledAction(view.action)
  if (!action || view.text) return null
  const filled = counts.filter(({ total, energy: each }) => {
    return total > 0 && (each === 'electricity' || !electricityOnlyActions.includes(action))
  })
  const [only] = filled
  if (!only || filled.length > 1) return null
  if (only.total === 1 && only.first) return contractAddress(only.first, action)
  return only.energy === energy ? null : addressOf(only.energy, view)
}

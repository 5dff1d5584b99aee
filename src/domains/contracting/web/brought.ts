import { keepDraft, readDraft } from '#kit/web/use-draft.ts'
import type { Energy } from './wizard-draft.ts'

/** What somebody has told of the supply that they go on to contract, on the page that they come from. */
export type Brought = {
  energy: Energy
  cups: string
  postcode?: string | null
  /** In kW, P1 first: the powers that they want, or those that the supply has now. */
  powers?: { kw: readonly number[]; areWanted: boolean }
  tariffId?: number
  productId?: number
  /** Who supplies it now. */
  retailerId?: number
}

const name = 'brought-to-contract'

/** Hands over what was told to the form of a new contract, in the tab: an address is logged, and a CUPS is somebody's home. */
export function bringToContract(told: Brought) {
  keepDraft(name, told)
}

/** Takes over what was told on the page before, once; null where nothing was. */
export function takeBrought(): Brought | null {
  const told = readDraft<Brought>(name)
  keepDraft(name, null)
  return told as Brought | null
}

import { readDraft, writeDraft } from '#kit/web/form/use-draft.ts'
import type { Energy } from './wizard-draft.ts'

/** What a visitor has entered about the supply that they want to contract, on the page before. */
export type ContractPrefill = {
  energy: Energy
  cups: string
  postcode?: string | null
  /** In kW, P1 first: the requested powers, or the present ones of the supply. */
  powers?: { kw: readonly number[]; areRequested: boolean }
  /** The consumption of a year, in whole kWh. */
  yearKwh?: number
  tariffId?: number
  productId?: number
  /** The present retailer. */
  retailerId?: number
}

const storageName = 'brought-to-contract'

/**
 * Passes a prefill to the form of a new contract through the tab's storage. Addresses are logged, and a CUPS identifies
 * a home.
 */
export function handOffToContract(prefill: ContractPrefill) {
  writeDraft(storageName, prefill)
}

/** Returns the prefill from the page before and removes it; null where there is none. */
export function claimPrefill(): ContractPrefill | null {
  const prefill = readDraft<ContractPrefill>(storageName)
  writeDraft(storageName, null)
  return prefill as ContractPrefill | null
}

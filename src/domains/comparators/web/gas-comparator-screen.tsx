import { ComparatorPage } from './comparator-page.tsx'

export { loadGasComparator as load } from './load-comparator.ts'

/** Compares a gas invoice with the retailer's prices. */
export function GasComparatorScreen() {
  return <ComparatorPage energy="gas" />
}

import { ComparatorPage } from './comparator-page.tsx'

export { loadComparator as load } from './load-comparator.ts'

/** Compares an electricity invoice with the retailer's prices. */
export function ComparatorScreen() {
  return <ComparatorPage energy="electricity" />
}

import { computeFreePercentage } from '../rules.ts'
import type { Distribution } from './queries.ts'

/** What the other contracts have of a battery, and what that leaves free for the contract in question. */
export type OtherShares = { taken: number; free: number; contracts: Distribution['contracts'] }

/** Returns the shares of the other contracts, without what the contract in question has in the battery itself. */
export function findOtherShares(
  { percentage, contracts }: Distribution,
  contract: string,
  ownPercentage: number,
): OtherShares {
  const taken = Math.max(0, percentage - ownPercentage)
  return { taken, free: computeFreePercentage([taken]), contracts: contracts.filter(({ name }) => name !== contract) }
}

import { freePercentage } from '../rules.ts'
import type { Distribution } from './queries.ts'

/** What the other contracts have of a wallet, and what that leaves for the one in question. */
export type OtherShares = { taken: number; free: number; contracts: Distribution['contracts'] }

/** The shares of the others, besides what the contract in question has of the wallet itself. */
export function otherShares(
  { percentage, contracts }: Distribution,
  contract: string,
  ownPercentage: number,
): OtherShares {
  const taken = Math.max(0, percentage - ownPercentage)
  return { taken, free: freePercentage([taken]), contracts: contracts.filter(({ name }) => name !== contract) }
}

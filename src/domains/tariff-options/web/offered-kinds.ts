import type { ReadContract } from '#domains/contracts/web/read-contract.ts'
import type { CustomerSettings } from '#domains/operator/settings/join.ts'
import { type OptionKind, optionKinds, settingOf } from '../rules.ts'

/** What a contract's product and the retailer both offer to choose. */
export function offeredKinds(
  { tariffOptions }: Pick<ReadContract, 'tariffOptions'>,
  { features }: CustomerSettings,
): OptionKind[] {
  return optionKinds.filter((kind) => tariffOptions.includes(kind) && features[settingOf[kind]])
}

import type { ContractModel } from '#domains/contracts/web/parse-contract.ts'
import type { CustomerSettings } from '#domains/retailer/settings/join-settings.ts'
import { type OptionKind, optionKinds, settingOf } from '../rules.ts'

/** Returns the kinds of options that both the contract's product and the retailer offer. */
export function listOfferedKinds(
  { tariffOptions }: Pick<ContractModel, 'tariffOptions'>,
  { features }: CustomerSettings,
): OptionKind[] {
  return optionKinds.filter((kind) => tariffOptions.includes(kind) && features[settingOf[kind]])
}

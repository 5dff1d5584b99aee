import type { Locale } from '#vocabulary/locale.ts'
import type { ContractFormConfig } from '../../field-problems.ts'
import type { ContractKind } from '../../wizard.ts'
import { mainEnergy, type RegisteredSupply, type WizardDraft } from '../draft/wizard-draft.ts'
import { formatKwInput } from '../product/kw-text.ts'

type SupplyContext = { kind: ContractKind; config: ContractFormConfig; locale: Locale }

/**
 * Returns the draft with the register's data of its supply. It fills fields that are still empty, and can be changed.
 */
export function applySupply(
  draft: WizardDraft,
  supply: RegisteredSupply,
  { kind, config: { selfcons }, locale }: SupplyContext,
): WizardDraft {
  const { installation, contract, gas } = draft
  const { tariff, postcode, powersKw, selfConsumptionCode } = supply
  const { input } = installation.address
  const located = postcode && input.dp === '' ? { input: { ...input, dp: postcode }, town: null } : installation.address
  const known = { ...draft, installation: { ...installation, supply, address: located } }
  if (mainEnergy(kind) === 'gas') return { ...known, gas: { ...gas, tariffId: tariff?.id ?? gas.tariffId } }
  const chosen = { ...contract, tariffId: tariff?.id ?? contract.tariffId }
  if (contract.arePowersOwn) return { ...known, contract: chosen }
  const powers = contract.powers.map((text, index) => {
    const kw = powersKw[index]
    return kw === null || kw === undefined ? text : formatKwInput(kw, locale)
  })
  const hasSelfConsumption = selfcons.enabled && selfConsumptionCode !== null
  return { ...known, contract: { ...chosen, powers, hasSelfConsumption } }
}

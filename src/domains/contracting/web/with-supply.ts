import type { Locale } from '#kit/locale.ts'
import type { Asked } from '../asked.ts'
import type { ContractKind } from '../wizard.ts'
import { kwText } from './kw-text.ts'
import { mainEnergy, type RegisteredSupply, type WizardDraft } from './wizard-draft.ts'

type Around = { kind: ContractKind; asked: Asked; locale: Locale }

/** The draft with what the register told of its supply: what is not typed yet is filled in, and stays to be changed. */
export function withSupply(
  draft: WizardDraft,
  supply: RegisteredSupply,
  { kind, asked: { selfcons }, locale }: Around,
): WizardDraft {
  const { installation, contract, gas } = draft
  const { tariff, postcode, powersKw, selfConsumptionCode } = supply
  const { typed } = installation.address
  const located =
    postcode && typed.dp === '' ? { typed: { ...typed, dp: postcode }, found: null } : installation.address
  const known = { ...draft, installation: { ...installation, supply, address: located } }
  if (mainEnergy(kind) === 'gas') return { ...known, gas: { ...gas, tariffId: tariff?.id ?? gas.tariffId } }
  const chosen = { ...contract, tariffId: tariff?.id ?? contract.tariffId }
  if (contract.arePowersOwn) return { ...known, contract: chosen }
  const powers = contract.powers.map((text, place) => {
    const kw = powersKw[place]
    return kw === null || kw === undefined ? text : kwText(kw, locale)
  })
  const hasSelfConsumption = selfcons.enabled && selfConsumptionCode !== null
  return { ...known, contract: { ...chosen, powers, hasSelfConsumption } }
}

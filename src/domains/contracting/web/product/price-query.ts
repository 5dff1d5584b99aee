import { parseCups } from '#vocabulary/cups.ts'
import { parseUnsignedDecimal } from '#vocabulary/number-input.ts'
import { needsSixPowers } from '../../contract-rules.ts'
import type { ContractKind } from '../../wizard.ts'
import { type Energy, promoCodeFor, type RegisteredSupply, type WizardDraft } from '../draft/wizard-draft.ts'
import type { PriceQuery } from '../queries.ts'
import { parseKw } from '../steps/step-forms.ts'

/** Returns the price query for an energy from the typed values. */
export function priceQueryOf(
  draft: WizardDraft,
  { energy, kind, locale, surplusText }: { energy: Energy; kind: ContractKind; locale: string; surplusText: string },
): PriceQuery {
  const { contract, gas, installation, promotion } = draft
  const { tariffId, yearKwh } = energy === 'gas' ? gas : contract
  const kws = contract.powers.map(parseKw)
  const periods = needsSixPowers({ power: kws[0], power2: kws[1] }) ? 6 : 2
  const supply = energy === 'gas' && kind === 'dual' ? gas.supply : installation.supply
  const hasSelfConsumption = energy === 'electricity' && contract.hasSelfConsumption
  return {
    ...{ energy, tariffId: tariffId ?? 0, powersKw: energy === 'gas' ? [] : kws.slice(0, periods) },
    ...priceLocationOf(draft, { energy, kind, supply }),
    hasSelfConsumption,
    promocode: promoCodeFor(energy, { kind, promotion }),
    yearKwh: parseWholeKwh(yearKwh, locale) ?? '',
    yearSurplusKwh: hasSelfConsumption ? (parseWholeKwh(surplusText, locale) ?? '') : '',
  }
}

/** Parses a typed amount of kWh such as `2.500` or `2500,5` into whole kWh; null where it is not a number. */
export function parseWholeKwh(text: string, locale: string): string | null {
  const kwh = parseUnsignedDecimal(text, { locale, decimals: 2 })
  const whole = kwh === null ? '' : String(Math.round(Number(kwh)))
  return /^\d{1,7}$/.test(whole) ? whole : null
}

/** Returns the supply and the location for a price query. What is typed is sent along, whatever the register has. */
export function priceLocationOf(
  { installation, gas }: WizardDraft,
  { energy, kind, supply }: { energy: Energy; kind: ContractKind; supply: RegisteredSupply | null },
) {
  const cupsInput = energy === 'gas' && kind === 'dual' ? gas.cups : installation.cups
  const zip = installation.address.input.dp.trim()
  return { cups: supply?.cups ?? (parseCups(cupsInput) ? cupsInput : ''), zip: /^\d{5}$/.test(zip) ? zip : '' }
}

import { typedDecimalOf } from '#kit/typed-number.ts'
import { parseCups } from '#vocabulary/cups.ts'
import { needsSixPowers } from '../contract-rules.ts'
import type { ContractKind } from '../wizard.ts'
import type { PriceQuestion } from './queries.ts'
import { kwOf } from './wire.ts'
import { codeFor, type Energy, type RegisteredSupply, type WizardDraft } from './wizard-draft.ts'

/** What the prices of an energy are asked for by, as everything is typed. */
export function priceQuestion(
  draft: WizardDraft,
  { energy, kind, locale, surplus }: { energy: Energy; kind: ContractKind; locale: string; surplus: string },
): PriceQuestion {
  const { contract, gas, installation, promotion } = draft
  const { tariffId, yearKwh } = energy === 'gas' ? gas : contract
  const kws = contract.powers.map(kwOf)
  const periods = needsSixPowers({ power: kws[0], power2: kws[1] }) ? 6 : 2
  const supply = energy === 'gas' && kind === 'dual' ? gas.supply : installation.supply
  const hasSelfConsumption = energy === 'electricity' && contract.hasSelfConsumption
  return {
    ...{ energy, tariffId: tariffId ?? 0, powersKw: energy === 'gas' ? [] : kws.slice(0, periods) },
    ...placeOf(draft, { energy, kind, supply }),
    hasSelfConsumption,
    promocode: codeFor(energy, { kind, promotion }),
    yearKwh: wholeKwh(yearKwh, locale) ?? '',
    yearSurplusKwh: hasSelfConsumption ? (wholeKwh(surplus, locale) ?? '') : '',
  }
}

/** The whole kWh that are meant by what is typed, `2.500` or `2500,5`; null where it is no such number. */
export function wholeKwh(text: string, locale: string): string | null {
  const kwh = typedDecimalOf(text, { locale, decimals: 2 })
  const whole = kwh === null ? '' : String(Math.round(Number(kwh)))
  return /^\d{1,7}$/.test(whole) ? whole : null
}

/** Which supply prices are asked for, and where it is: whatever the register knows, what is typed goes along. */
export function placeOf(
  { installation, gas }: WizardDraft,
  { energy, kind, supply }: { energy: Energy; kind: ContractKind; supply: RegisteredSupply | null },
) {
  const typed = energy === 'gas' && kind === 'dual' ? gas.cups : installation.cups
  const zip = installation.address.typed.dp.trim()
  return { cups: supply?.cups ?? (parseCups(typed) ? typed : ''), zip: /^\d{5}$/.test(zip) ? zip : '' }
}

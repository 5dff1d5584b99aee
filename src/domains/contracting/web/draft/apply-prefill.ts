import { normalizeCups } from '#vocabulary/cups.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { needsSixPowers } from '../../contract-rules.ts'
import type { ContractKind } from '../../wizard.ts'
import { formatKwInput } from '../product/kw-text.ts'
import type { ContractPrefill } from './prefill.ts'
import { mainEnergy, type WizardDraft } from './wizard-draft.ts'

/** Returns the draft prefilled from the page before. Each step still has to be visited. */
export function applyPrefill(
  draft: WizardDraft,
  prefill: ContractPrefill,
  { kind, locale }: { kind: ContractKind; locale: Locale },
): WizardDraft {
  const { energy, postcode, powers, yearKwh, tariffId, productId, retailerId } = prefill
  const { installation, contract, gas } = draft
  const { input } = installation.address
  const located = postcode && input.dp === '' ? { input: { ...input, dp: postcode }, town: null } : installation.address
  const supply = {
    ...{ cups: normalizeCups(prefill.cups), supply: null },
    ...(retailerId !== undefined && { isSupplied: true, retailerId }),
  }
  const choice = {
    ...(tariffId !== undefined && { tariffId }),
    ...(productId !== undefined && { productId }),
    ...(yearKwh !== undefined && { yearKwh: String(yearKwh) }),
  }
  const locatedDraft = { ...draft, completed: [], installation: { ...installation, address: located } }

  if (energy === 'electricity' && kind !== 'gas') {
    const own = powers && { powers: toSixPowers(powers.kw, locale), arePowersOwn: powers.areRequested }
    return {
      ...locatedDraft,
      installation: { ...locatedDraft.installation, ...supply },
      contract: { ...contract, ...choice, ...own },
    }
  }
  if (energy === 'gas' && mainEnergy(kind) === 'gas')
    return { ...locatedDraft, installation: { ...locatedDraft.installation, ...supply }, gas: { ...gas, ...choice } }
  if (energy === 'gas' && kind === 'dual')
    return { ...locatedDraft, gas: { ...gas, ...supply, ...choice, isIncluded: true } }
  // A supply of electricity cannot be contracted with gas alone.
  return locatedDraft
}

/**
 * Returns the powers as in the form: the last one repeats in all later periods where there are six; otherwise those are
 * empty.
 */
function toSixPowers(kw: readonly number[], locale: Locale): string[] {
  const count = needsSixPowers({ power: kw[0], power2: kw[1] ?? kw[0] }) ? 6 : 2
  return Array.from({ length: 6 }, (_, index) =>
    index < count ? formatKwInput(kw[index] ?? kw.at(-1) ?? 0, locale) : '',
  )
}

import type { Locale } from '#kit/locale.ts'
import { tidyCups } from '#vocabulary/cups.ts'
import { needsSixPowers } from '../contract-rules.ts'
import type { ContractKind } from '../wizard.ts'
import type { Brought } from './brought.ts'
import { kwText } from './kw-text.ts'
import { mainEnergy, type WizardDraft } from './wizard-draft.ts'

/** The draft with what was told on the page before; each step is gone through with it. */
export function withBrought(
  draft: WizardDraft,
  told: Brought,
  { kind, locale }: { kind: ContractKind; locale: Locale },
): WizardDraft {
  const { energy, postcode, powers, tariffId, productId, retailerId } = told
  const { installation, contract, gas } = draft
  const { typed } = installation.address
  const located =
    postcode && typed.dp === '' ? { typed: { ...typed, dp: postcode }, found: null } : installation.address
  const supply = {
    ...{ cups: tidyCups(told.cups), supply: null },
    ...(retailerId !== undefined && { isSupplied: true, retailerId }),
  }
  const choice = { ...(tariffId !== undefined && { tariffId }), ...(productId !== undefined && { productId }) }
  const placed = { ...draft, completed: [], installation: { ...installation, address: located } }

  if (energy === 'electricity' && kind !== 'gas') {
    const own = powers && { powers: sixOf(powers.kw, locale), arePowersOwn: powers.areWanted }
    return {
      ...placed,
      installation: { ...placed.installation, ...supply },
      contract: { ...contract, ...choice, ...own },
    }
  }
  if (energy === 'gas' && mainEnergy(kind) === 'gas')
    return { ...placed, installation: { ...placed.installation, ...supply }, gas: { ...gas, ...choice } }
  if (energy === 'gas' && kind === 'dual') return { ...placed, gas: { ...gas, ...supply, ...choice, isIncluded: true } }
  // A supply of electricity is not to be had with gas alone.
  return placed
}

/** The powers as the form has them: the last one in all periods after it where there are six, none there otherwise. */
function sixOf(kw: readonly number[], locale: Locale): string[] {
  const count = needsSixPowers({ power: kw[0], power2: kw[1] ?? kw[0] }) ? 6 : 2
  return Array.from({ length: 6 }, (_, place) => (place < count ? kwText(kw[place] ?? kw.at(-1) ?? 0, locale) : ''))
}

import type { KnownHolder, KnownSupply } from '../../api.ts'
import type { Energy, WizardDraft } from '../draft/wizard-draft.ts'

/** Returns the draft filled with a holder of the signed-in user. The other answers of the step stay. */
export function applyHolder(draft: WizardDraft, holder: KnownHolder, empty: WizardDraft): WizardDraft {
  const { tax_id: taxId, name, surname1, surname2, representative, mobile, email, language, accounts } = holder
  const { name: repName = '', surname1: repSurname1 = '', surname2: repSurname2 = '' } = representative ?? {}
  return {
    ...draft,
    isFilled: true,
    blocked: null,
    person: {
      ...empty.person,
      changesOwner: draft.person.changesOwner,
      ...{ taxId, name, surname1, surname2, language, mobile: mobile ?? '', email: email ?? '' },
      representative: {
        taxId: representative?.tax_id ?? '',
        ...{ name: repName, surname1: repSurname1, surname2: repSurname2 },
      },
    },
    payment: { ...empty.payment, accountId: accounts[0]?.id ?? null },
  }
}

/** Returns the draft for another person, of whom nothing is known. */
export function clearHolder(draft: WizardDraft, empty: WizardDraft): WizardDraft {
  return {
    ...draft,
    ...{ isFilled: true, blocked: null, payment: empty.payment },
    person: { ...empty.person, changesOwner: draft.person.changesOwner },
  }
}

/**
 * Returns the draft filled with one of the user's own supply points. Its CUPS is taken where it is of the same energy
 * as the contract.
 */
export function applyOwnSupply(
  { cups, energy, address, province }: KnownSupply,
  requestedEnergy: Energy,
  empty: WizardDraft,
): Partial<WizardDraft['installation']> {
  const { tv, nv, pnp, bq, es, pt, pu, dp, ine, state, poblacio, aclarador } = address
  const enteredFields = Object.entries({ tv, nv, pnp, bq, es, pt, pu, dp, ine, aclarador }).filter(([, text]) => text)
  const town = ine && state && poblacio ? { ine, state, city: poblacio, province } : null
  return {
    ...(energy === requestedEnergy && { cups, supply: null }),
    address: { input: { ...empty.installation.address.input, ...Object.fromEntries(enteredFields) }, town },
  }
}

import type { KnownHolder, KnownSupply } from '../api.ts'
import type { Energy, WizardDraft } from './wizard-draft.ts'

/** The draft for one of the holders of whoever is signed in, with what is known of them; what the step asks besides stays. */
export function withHolder(draft: WizardDraft, holder: KnownHolder, empty: WizardDraft): WizardDraft {
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

/** The draft for somebody else, of whom nothing is known. */
export function withAnotherHolder(draft: WizardDraft, empty: WizardDraft): WizardDraft {
  return {
    ...draft,
    ...{ isFilled: true, blocked: null, payment: empty.payment },
    person: { ...empty.person, changesOwner: draft.person.changesOwner },
  }
}

/** The draft at one of the own places; its CUPS is that of the contract where it is of the same energy. */
export function withOwnSupply(
  { cups, energy, address, province }: KnownSupply,
  wanted: Energy,
  empty: WizardDraft,
): Partial<WizardDraft['installation']> {
  const { tv, nv, pnp, bq, es, pt, pu, dp, ine, state, poblacio, aclarador } = address
  const written = Object.entries({ tv, nv, pnp, bq, es, pt, pu, dp, ine, aclarador }).filter(([, text]) => text)
  const found = ine && state && poblacio ? { ine, state, city: poblacio, province } : null
  return {
    ...(energy === wanted && { cups, supply: null }),
    address: { typed: { ...empty.installation.address.typed, ...Object.fromEntries(written) }, found },
  }
}

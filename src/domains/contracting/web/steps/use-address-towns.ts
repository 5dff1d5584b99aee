import { usePostcodeLookup } from '#domains/correspondence/web/use-postcode-lookup.ts'
import type { StepName } from '../../wizard.ts'
import type { WizardDraft } from '../draft/wizard-draft.ts'

type AddressName = 'address' | 'owner_address'
export type AddressTowns = Partial<Record<AddressName, WizardDraft['person']['address']['town']>>

/** Holds the towns of the form's addresses: of the supply, and of a holder who lives elsewhere. */
export function useAddressTowns({ installation, person }: WizardDraft) {
  const townLookups = {
    address: usePostcodeLookup(installation.address.input),
    owner_address: usePostcodeLookup(person.address.input),
  }

  /**
   * Looks up the towns of a step's addresses at once, in case typing has not paused, and returns them with their
   * problems.
   */
  async function lookUpTowns(step: StepName): Promise<{ towns: AddressTowns; lookUpProblems: Record<string, string> }> {
    const name: AddressName = step === 'installation' ? 'address' : 'owner_address'
    const isNeeded = step === 'installation' || (step === 'person' && person.hasOtherAddress)
    if (!isNeeded) return { towns: {}, lookUpProblems: {} }
    const lookup = await townLookups[name].find().catch(() => 'failed' as const)
    if (lookup === 'failed') return { towns: {}, lookUpProblems: { [`${name}.dp`]: 'lookup_failed' } }
    const { input } = step === 'installation' ? installation.address : person.address
    // Without towns there is nothing to choose: the postcode must be corrected.
    const isUnknown = lookup.location === null && !lookup.isChoice && /^\d{5}$/.test(input.dp.trim())
    return {
      towns: { [name]: lookup.location },
      lookUpProblems: isUnknown ? { [`${name}.dp`]: 'postcode_unknown' } : {},
    }
  }

  /** An unknown place is reported once, at its postcode. */
  function withoutRepeatedProblems(problems: Readonly<Record<string, string>>): Record<string, string> {
    const repeated = (['address', 'owner_address'] as const)
      .filter((name) => problems[`${name}.dp`] && !townLookups[name].towns?.length)
      .map((name) => `${name}.poblacio`)
    return Object.fromEntries(Object.entries(problems).filter(([field]) => !repeated.includes(field)))
  }

  return { places: townLookups, findPlaces: lookUpTowns, saidOnce: withoutRepeatedProblems }
}

/** Returns the draft with the towns found for its addresses. */
export function applyTowns(draft: WizardDraft, { address, owner_address }: AddressTowns): WizardDraft {
  const { installation, person } = draft
  return {
    ...draft,
    ...(address !== undefined && {
      installation: { ...installation, address: { ...installation.address, town: address } },
    }),
    ...(owner_address !== undefined && { person: { ...person, address: { ...person.address, town: owner_address } } }),
  }
}

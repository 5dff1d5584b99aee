import { usePlace } from '#domains/correspondence/web/use-place.ts'
import type { StepName } from '../wizard.ts'
import type { WizardDraft } from './wizard-draft.ts'

type AddressName = 'address' | 'owner_address'
export type FoundPlaces = Partial<Record<AddressName, WizardDraft['person']['address']['found']>>

/** Where the addresses of the form are: of the supply, and of a holder who lives elsewhere. */
export function usePlaces({ installation, person }: WizardDraft) {
  const places = {
    address: usePlace(installation.address.typed),
    owner_address: usePlace(person.address.typed),
  }

  /** The towns of the addresses of a step, looked up at once for whoever did not pause, and what is wrong with them. */
  async function findPlaces(step: StepName): Promise<{ found: FoundPlaces; lookUpProblems: Record<string, string> }> {
    const name: AddressName = step === 'installation' ? 'address' : 'owner_address'
    const isAsked = step === 'installation' || (step === 'person' && person.hasOtherAddress)
    if (!isAsked) return { found: {}, lookUpProblems: {} }
    const looked = await places[name].find().catch(() => 'failed' as const)
    if (looked === 'failed') return { found: {}, lookUpProblems: { [`${name}.dp`]: 'lookup_failed' } }
    const { typed } = step === 'installation' ? installation.address : person.address
    // Without towns there is nothing to choose: what must be looked at is the postcode.
    const isUnknown = looked.place === null && !looked.isChoice && /^\d{5}$/.test(typed.dp.trim())
    return {
      found: { [name]: looked.place },
      lookUpProblems: isUnknown ? { [`${name}.dp`]: 'postcode_unknown' } : {},
    }
  }

  /** A place that is not known is said once, at its postcode. */
  function saidOnce(problems: Readonly<Record<string, string>>): Record<string, string> {
    const repeated = (['address', 'owner_address'] as const)
      .filter((name) => problems[`${name}.dp`] && !places[name].towns?.length)
      .map((name) => `${name}.poblacio`)
    return Object.fromEntries(Object.entries(problems).filter(([field]) => !repeated.includes(field)))
  }

  return { places, findPlaces, saidOnce }
}

/** The draft with the towns that were found for its addresses. */
export function withPlaces(draft: WizardDraft, { address, owner_address }: FoundPlaces): WizardDraft {
  const { installation, person } = draft
  return {
    ...draft,
    ...(address !== undefined && {
      installation: { ...installation, address: { ...installation.address, found: address } },
    }),
    ...(owner_address !== undefined && { person: { ...person, address: { ...person.address, found: owner_address } } }),
  }
}

import type { WizardDraft, WizardPart } from './wizard-draft.ts'

/** The maximum length of the promotional code field. */
const maxCodeLength = 40

export type PartChange<Part extends WizardPart> =
  | Partial<WizardDraft[Part]>
  | ((before: WizardDraft[Part]) => Partial<WizardDraft[Part]>)

/** Returns the draft with a part of the input changed. Another person unblocks the form. */
export function updatePart<Part extends WizardPart>(draft: WizardDraft, part: Part, to: PartChange<Part>): WizardDraft {
  return {
    ...draft,
    ...(part === 'person' && { blocked: null }),
    [part]: { ...draft[part], ...(typeof to === 'function' ? to(draft[part]) : to) },
  }
}

/**
 * Returns the draft with a promotional code from the address. It is applied in the product step, which must be
 * completed again.
 */
export function applyPromoCode(draft: WizardDraft, code: string): WizardDraft {
  return {
    ...draft,
    promotion: { ...draft.promotion, typed: code.slice(0, maxCodeLength) },
    completed: draft.completed.filter((name) => name !== 'contract' && name !== 'gasContract'),
  }
}

/** Returns the draft detached from its closed leads: the next attempt sends all input to new ones. */
export function detachLeads(draft: WizardDraft): WizardDraft {
  // Gas still refers to the electricity that is contracted already.
  const main = draft.ended.length > 0 ? draft.leads.main : null
  // No link was requested for the new lead.
  return {
    ...draft,
    leads: { main, gas: null },
    version: undefined,
    sent: {},
    isLinked: draft.isLinked && main !== null,
  }
}

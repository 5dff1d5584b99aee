import type { WizardDraft, WizardPart } from './wizard-draft.ts'

/** As many letters as the field of a promotional code takes. */
const longestCode = 40

export type PartChange<Part extends WizardPart> =
  | Partial<WizardDraft[Part]>
  | ((before: WizardDraft[Part]) => Partial<WizardDraft[Part]>)

/** The draft with a part of what is typed changed. Another person may go on where the one before could not. */
export function withPart<Part extends WizardPart>(draft: WizardDraft, part: Part, to: PartChange<Part>): WizardDraft {
  return {
    ...draft,
    ...(part === 'person' && { blocked: null }),
    [part]: { ...draft[part], ...(typeof to === 'function' ? to(draft[part]) : to) },
  }
}

/** The draft with a promotional code that came with the address: it is applied in the step of the product, which is gone through again. */
export function withCode(draft: WizardDraft, code: string): WizardDraft {
  return {
    ...draft,
    promotion: { ...draft.promotion, typed: code.slice(0, longestCode) },
    completed: draft.completed.filter((name) => name !== 'contract' && name !== 'gasContract'),
  }
}

/** The draft once its leads are over: the next try sends all that was typed to others. */
export function withoutLeads(draft: WizardDraft): WizardDraft {
  // Gas goes on naming the electricity beside it that is contracted already.
  const main = draft.ended.length > 0 ? draft.leads.main : null
  // To another lead no link was asked for.
  return {
    ...draft,
    leads: { main, gas: null },
    version: undefined,
    sent: {},
    isLinked: draft.isLinked && main !== null,
  }
}

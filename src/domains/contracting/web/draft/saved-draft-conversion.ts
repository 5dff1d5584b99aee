import type { SentUpload } from '#domains/uploads/web/use-uploads.ts'
import { draftPartByStep, type SavedDraft } from '../../saved-draft.ts'
import type { ContractKind, StepName } from '../../wizard.ts'
import { isSent, type WizardContext } from '../steps/send-steps.ts'
import { mainEnergy, type WizardDraft } from './wizard-draft.ts'

type StepPart = (typeof draftPartByStep)[keyof typeof draftPartByStep]

/**
 * Returns the input of a draft that differs from the server's state; nothing for a part that is as in the empty form.
 */
export function toSavedDraft(
  draft: WizardDraft,
  empty: WizardDraft,
  context: Pick<WizardContext, 'kind' | 'config' | 'steps'>,
): SavedDraft {
  const all = draftPartsOf(draft)
  const emptyParts = draftPartsOf(empty)
  const isUnsaved = ([step, part]: readonly [StepName, StepPart]) => {
    if (!context.steps.includes(step) || isSent(step, draft, context)) return false
    return draft.sent[step] !== undefined || JSON.stringify(all[part]) !== JSON.stringify(emptyParts[part])
  }
  const unsavedParts = (Object.entries(draftPartByStep) as [StepName, StepPart][])
    .filter(isUnsaved)
    .map(([, part]) => part)
  const { promotion, contract, gas } = draft
  const isCodeUnsaved = promotion.typed !== '' || unsavedParts.includes(partOfPromoCode(draft.promotion, context.kind))
  return {
    ...Object.fromEntries(unsavedParts.map((part) => [part, all[part]])),
    ...(isCodeUnsaved && { promotion }),
    ...((contract.yearKwh || gas.yearKwh) && { yearKwh: { contract: contract.yearKwh, gas: gas.yearKwh } }),
  }
}

/** Returns the draft with its unsent input in place of what was sent. Files that are no longer stored are left out. */
export function applySavedDraft(draft: WizardDraft, input: SavedDraft, files: readonly SentUpload[]): WizardDraft {
  const { installation, person, contract, promotion, gas, payment, yearKwh } = input
  const pickFiles = (ids: readonly string[]) => ids.flatMap((id) => files.filter((file) => file.id === id))
  const mergeAddress = (
    { input: before, town }: WizardDraft['person']['address'],
    now: WizardDraft['person']['address']['input'],
  ) => ({ input: now, town: isSameTown(before, now) ? town : null })
  return {
    ...draft,
    ...(installation && {
      installation: {
        ...draft.installation,
        ...installation,
        address: mergeAddress(draft.installation.address, installation.address),
        invoices: pickFiles(installation.invoices),
      },
    }),
    ...(person && {
      person: {
        ...person,
        address: mergeAddress(draft.person.address, person.address),
        identityFront: pickFiles(person.identityFront),
        identityBack: pickFiles(person.identityBack),
        companyDocument: pickFiles(person.companyDocument),
      },
    }),
    contract: {
      ...draft.contract,
      ...(contract && { ...contract, selfConsumptionPapers: pickFiles(contract.selfConsumptionPapers) }),
      // The consent is to one product.
      ...(contract && contract.productId !== draft.contract.productId && { acceptsDynamic: undefined }),
      yearKwh: yearKwh?.contract ?? draft.contract.yearKwh,
    },
    ...(promotion && { promotion }),
    gas: {
      ...draft.gas,
      ...(gas && { ...gas, invoices: pickFiles(gas.invoices) }),
      yearKwh: yearKwh?.gas ?? draft.gas.yearKwh,
    },
    ...(payment && { payment }),
  }
}

/** A town is chosen only where a postcode has several. */
function isSameTown(before: { dp: string; ine: string }, now: { dp: string; ine: string }): boolean {
  return now.dp === before.dp && (now.ine === '' || now.ine === before.ine)
}

/** Returns the input of each part, without looked-up data and without agreements. */
function draftPartsOf({ installation, person, contract, gas, payment }: WizardDraft) {
  const {
    supply: _,
    activityName: _name,
    permitsSolvencyCheck: _check,
    permitsContact: _contact,
    ...supplied
  } = installation
  const { productName: _product, yearKwh: _year, acceptsDynamic: _accepts, ...chosen } = contract
  const { supply: _gas, productName: _gasProduct, yearKwh: _gasYear, ...gasChosen } = gas
  return {
    installation: {
      ...supplied,
      address: installation.address.input,
      invoices: idsOf(installation.invoices),
    },
    person: {
      ...person,
      address: person.address.input,
      identityFront: idsOf(person.identityFront),
      identityBack: idsOf(person.identityBack),
      companyDocument: idsOf(person.companyDocument),
    },
    contract: { ...chosen, powers: [...chosen.powers], selfConsumptionPapers: idsOf(contract.selfConsumptionPapers) },
    gas: { ...gasChosen, invoices: idsOf(gas.invoices) },
    payment,
  } satisfies Required<Pick<SavedDraft, StepPart>>
}

function idsOf(files: readonly SentUpload[]): string[] {
  return files.map(({ id }) => id)
}

function partOfPromoCode({ energy }: WizardDraft['promotion'], kind: ContractKind): StepPart {
  return (energy ?? mainEnergy(kind)) === 'gas' ? 'gas' : 'contract'
}

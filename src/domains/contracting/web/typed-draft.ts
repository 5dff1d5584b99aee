import type { SentUpload } from '#domains/uploads/web/use-uploads.ts'
import { partOf, type Typed } from '../typed.ts'
import type { ContractKind, StepName } from '../wizard.ts'
import { type Around, isSent } from './send-step.ts'
import { mainEnergy, type WizardDraft } from './wizard-draft.ts'

type SteppedPart = (typeof partOf)[keyof typeof partOf]

/** What is typed of a draft and not on the server as it is now; of a part that is as in the empty form nothing. */
export function typedOf(
  draft: WizardDraft,
  empty: WizardDraft,
  around: Pick<Around, 'kind' | 'asked' | 'steps'>,
): Typed {
  const all = partsOf(draft)
  const untouched = partsOf(empty)
  const isWaiting = ([step, part]: readonly [StepName, SteppedPart]) => {
    if (!around.steps.includes(step) || isSent(step, draft, around)) return false
    return draft.sent[step] !== undefined || JSON.stringify(all[part]) !== JSON.stringify(untouched[part])
  }
  const waiting = (Object.entries(partOf) as [StepName, SteppedPart][]).filter(isWaiting).map(([, part]) => part)
  const { promotion, contract, gas } = draft
  const isCodeWaiting = promotion.typed !== '' || waiting.includes(partOfCode(draft.promotion, around.kind))
  return {
    ...Object.fromEntries(waiting.map((part) => [part, all[part]])),
    ...(isCodeWaiting && { promotion }),
    ...((contract.yearKwh || gas.yearKwh) && { yearKwh: { contract: contract.yearKwh, gas: gas.yearKwh } }),
  }
}

/** The draft with what was typed of it and not sent, in place of what was sent. Files that are no longer kept are left out. */
export function withTyped(draft: WizardDraft, typed: Typed, files: readonly SentUpload[]): WizardDraft {
  const { installation, person, contract, promotion, gas, payment, yearKwh } = typed
  const kept = (ids: readonly string[]) => ids.flatMap((id) => files.filter((file) => file.id === id))
  const placed = (
    { typed: before, found }: WizardDraft['person']['address'],
    now: WizardDraft['person']['address']['typed'],
  ) => ({ typed: now, found: isSamePlace(before, now) ? found : null })
  return {
    ...draft,
    ...(installation && {
      installation: {
        ...draft.installation,
        ...installation,
        address: placed(draft.installation.address, installation.address),
        invoices: kept(installation.invoices),
      },
    }),
    ...(person && {
      person: {
        ...person,
        address: placed(draft.person.address, person.address),
        identityFront: kept(person.identityFront),
        identityBack: kept(person.identityBack),
        companyDocument: kept(person.companyDocument),
      },
    }),
    contract: {
      ...draft.contract,
      ...(contract && { ...contract, selfConsumptionPapers: kept(contract.selfConsumptionPapers) }),
      yearKwh: yearKwh?.contract ?? draft.contract.yearKwh,
    },
    ...(promotion && { promotion }),
    gas: {
      ...draft.gas,
      ...(gas && { ...gas, invoices: kept(gas.invoices) }),
      yearKwh: yearKwh?.gas ?? draft.gas.yearKwh,
    },
    ...(payment && { payment }),
  }
}

/** A town is chosen only where a postcode has several. */
function isSamePlace(before: { dp: string; ine: string }, now: { dp: string; ine: string }): boolean {
  return now.dp === before.dp && (now.ine === '' || now.ine === before.ine)
}

/** What is typed of each part, without what is looked up again, and without what is agreed to. */
function partsOf({ installation, person, contract, gas, payment }: WizardDraft) {
  const {
    supply: _,
    activityName: _name,
    permitsSolvencyCheck: _check,
    permitsContact: _contact,
    ...supplied
  } = installation
  const { productName: _product, yearKwh: _year, ...chosen } = contract
  const { supply: _gas, productName: _gasProduct, yearKwh: _gasYear, ...gasChosen } = gas
  return {
    installation: {
      ...supplied,
      address: installation.address.typed,
      invoices: idsOf(installation.invoices),
    },
    person: {
      ...person,
      address: person.address.typed,
      identityFront: idsOf(person.identityFront),
      identityBack: idsOf(person.identityBack),
      companyDocument: idsOf(person.companyDocument),
    },
    contract: { ...chosen, powers: [...chosen.powers], selfConsumptionPapers: idsOf(contract.selfConsumptionPapers) },
    gas: { ...gasChosen, invoices: idsOf(gas.invoices) },
    payment,
  } satisfies Required<Pick<Typed, SteppedPart>>
}

function idsOf(files: readonly SentUpload[]): string[] {
  return files.map(({ id }) => id)
}

function partOfCode({ energy }: WizardDraft['promotion'], kind: ContractKind): SteppedPart {
  return (energy ?? mainEnergy(kind)) === 'gas' ? 'gas' : 'contract'
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { usePlace } from '#domains/correspondence/web/use-place.ts'
import { useSettings } from '#domains/operator/web/settings.ts'
import { type FieldErrors, isRefused } from '#kit/refusal.ts'
import type { Search } from '#kit/web/page.ts'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { useDraft } from '#kit/web/use-draft.ts'
import { taxIdKindOf } from '#vocabulary/tax-id-kind.ts'
import { nothingGiven } from '../agreements.ts'
import { askedBy } from '../asked-by.ts'
import { type ContractKind, mayJumpTo, type StepName, stepAfter, stepBefore, stepsOf } from '../wizard.ts'
import { type Brought, bringToContract, takeBrought } from './brought.ts'
import { byField } from './fields.ts'
import { agreementsQuery } from './queries.ts'
import { useProblemWords } from './use-problem-words.ts'
import { withSupply } from './with-supply.ts'
import { type Energy, emptyWizard, type RegisteredSupply, type WizardDraft, type WizardPart } from './wizard-draft.ts'

/** What is wrong with a step, by its fields, and why it was not taken. */
type Told = { at: StepName; errors: Record<string, string>; failure: string | null }
const nothingTold: Omit<Told, 'at'> = { errors: {}, failure: null }

/** As many letters as the field of a promotional code takes. */
const longestCode = 40

export type Wizard = ReturnType<typeof useWizard>

/** The form of a new contract: what is typed, which step is shown, what is wrong with it, and how one goes on. */
export function useWizard(kind: ContractKind) {
  const t = useTranslations('contracting')
  const tApp = useTranslations('app.refusals')
  const send = useSend()
  const navigate = useNavigate()
  const { signedIn, locale } = useBoot()
  const asked = askedBy(useSettings())
  // Until it is known, or where it cannot be, everything is asked for.
  const { data: given = nothingGiven } = useQuery({ ...agreementsQuery(send), enabled: signedIn !== null })
  const queryClient = useQueryClient()
  const [empty] = useState(() => emptyWizard({ locale }))
  // Somebody else who signs in in the same tab finds nothing of it.
  const { values: draft, change, forget } = useDraft<WizardDraft>(`contracting-${kind}:${signedIn?.email ?? ''}`, empty)
  const [attempt, setAttempt] = useState(0)
  const [isSending, setSending] = useState(false)
  const underWay = useRef(new Set<string>())
  const wordsOf = useProblemWords()
  const places = {
    address: usePlace(draft.installation.address.typed),
    owner_address: usePlace(draft.person.address.typed),
  }

  const isCompany = taxIdKindOf(draft.person.taxId) === 'CIF'
  const steps = stepsOf({ kind, isCompany, isHaltedForCompanies: asked.businessHaltContractation })
  const wanted = (useSearch({ strict: false }) as Search).step as StepName | undefined
  const current = shownStep(wanted, steps, draft)
  const around = { kind, asked, given, steps }
  const [told, setTold] = useState<Told>({ ...nothingTold, at: current })
  const [last, setLast] = useState(current)
  // What is wrong with a step is told there alone, and no more once it was left.
  if (last !== current) {
    setLast(current)
    if (told.at !== current) setTold({ ...nothingTold, at: current })
  }
  const { errors, failure } = told.at === current ? told : nothingTold

  const shown = useRef(current)
  const leave = useEffectEvent((left: StepName) => {
    if (left === 'person' && draft.blocked) change((now) => ({ ...now, blocked: null }))
  })
  useEffect(() => {
    if (shown.current !== current) leave(shown.current)
    shown.current = current
  }, [current])

  const takeOver = useEffectEvent(async (told: Brought) => {
    try {
      const { withBrought } = await import('./with-brought.ts')
      // Whoever comes with a supply after a contract was made begins another.
      change((before) => withBrought(before.ended.length > 0 ? empty : before, told, { kind, locale }))
    } catch {
      bringToContract(told)
    }
  })
  useEffect(() => {
    const told = takeBrought()
    if (told) void takeOver(told)
  }, [])

  // Whoever comes to the form by an address without a step, after a contract was made, comes for another.
  const comesForAnother = draft.isFinished && wanted === undefined
  const beginAnother = useEffectEvent(forget)
  useEffect(() => {
    if (comesForAnother) beginAnother()
  }, [comesForAnother])

  /** Changes a part of what is typed. What is wrong is told until the step is tried again. */
  function set<Part extends WizardPart>(
    part: Part,
    to: Partial<WizardDraft[Part]> | ((before: WizardDraft[Part]) => Partial<WizardDraft[Part]>),
  ) {
    change((before) => ({
      ...before,
      ...(part === 'person' && { blocked: null }),
      [part]: { ...before[part], ...(typeof to === 'function' ? to(before[part]) : to) },
    }))
  }

  /** A promotional code that came with the address is applied in the step of the product, so that step is gone through again. */
  function bringCode(code: string) {
    change((last) => {
      const before = last.isFinished ? empty : last
      return {
        ...before,
        promotion: { ...before.promotion, typed: code.slice(0, longestCode) },
        completed: before.completed.filter((name) => name !== 'contract' && name !== 'gasContract'),
      }
    })
  }

  /** Tells what is wrong with a step, or with its being sent. */
  function say(what: Partial<Told>) {
    setTold({ ...nothingTold, at: current, ...what })
  }

  function goTo(step: StepName) {
    return navigate({ to: '.', search: (search: Search) => ({ ...search, step }) as never })
  }

  function goBack() {
    const before = stepBefore(current, steps)
    if (!before || isSending) return
    void goTo(before)
  }

  /** Checks the step that is shown, sends it and goes on to the next. */
  async function submit() {
    if (isSending) return
    setSending(true)
    say({})
    setAttempt((before) => before + 1)
    let at = current
    try {
      await takeStep((step) => {
        at = step
      })
    } catch (thrown) {
      await tell(thrown, at)
    } finally {
      setSending(false)
    }
  }

  async function takeStep(begins: (step: StepName) => void) {
    const { problemsOfStep, sendUpTo, confirm, wantedEnergies } = await import('./send-step.ts')
    const { found, lookUpProblems } = await findPlaces()
    change((before) => withPlaces(before, found))
    const ready = withPlaces(draft, found)
    const problems = {
      ...problemsOfStep(current, ready, around),
      ...lookUpProblems,
      ...filesUnderWay(),
      ...unappliedCode(),
    }
    if (Object.keys(problems).length > 0) return say({ errors: inWords(problems) })
    const keep = (done: Partial<WizardDraft>) => change((before) => ({ ...before, ...done }))
    const progressed = await sendUpTo(send, current, ready, around, keep, begins)
    // The step of the person says why, wherever it was found out.
    if (progressed.blocked) return void (current === 'person' || (await goTo('person')))
    const isMade = (energy: Energy) => progressed.ended.some((ending) => ending.energy === energy)
    if (wantedEnergies(ready, around).every(isMade)) return finish()
    if (current === 'confirmation') {
      await confirm(send, { ...ready, ...progressed }, around, (ending) =>
        change((before) => ({ ...before, ended: [...before.ended, ending] })),
      )
      return finish()
    }
    change((before) => ({ ...before, completed: [...new Set([...before.completed, current])] }))
    await goTo(stepAfter(current, steps))
  }

  async function finish() {
    // An address without a step would begin another contract.
    if (wanted === undefined) await goTo(current)
    // Once it is made, nothing of what was typed is left in the browser.
    change(({ ended }) => ({ ...empty, ended, isFinished: true }))
    await goTo('finish')
  }

  /** Sends what is typed of this step too where nothing of it is wrong, so that whoever goes on elsewhere finds it there. */
  async function keepStep() {
    const { problemsOfStep, sendUpTo } = await import('./send-step.ts')
    const { found } = await findPlaces()
    const ready = withPlaces(draft, found)
    const isWhole = Object.keys({ ...problemsOfStep(current, ready, around), ...filesUnderWay() }).length === 0
    const upTo = isWhole ? current : stepBefore(current, steps)
    if (upTo) await sendUpTo(send, upTo, ready, around, (done) => change((before) => ({ ...before, ...done })))
  }

  /** The towns of the addresses of this step, looked up at once for whoever did not pause. */
  async function findPlaces() {
    const name = current === 'installation' ? 'address' : 'owner_address'
    const isAsked = current === 'installation' || (current === 'person' && draft.person.hasOtherAddress)
    if (!isAsked) return { found: {}, lookUpProblems: {} as Record<string, string> }
    const looked = await places[name].find().catch(() => 'failed' as const)
    if (looked === 'failed') return { found: {}, lookUpProblems: { [`${name}.dp`]: 'lookup_failed' } }
    const { typed } = current === 'installation' ? draft.installation.address : draft.person.address
    // Without towns there is nothing to choose: what must be looked at is the postcode.
    const isUnknown = looked.place === null && !looked.isChoice && /^\d{5}$/.test(typed.dp.trim())
    const lookUpProblems: Record<string, string> = isUnknown ? { [`${name}.dp`]: 'postcode_unknown' } : {}
    return { found: { [name]: looked.place }, lookUpProblems }
  }

  function filesUnderWay(): Record<string, string> {
    return Object.fromEntries([...underWay.current].map((field) => [field, 'file_under_way']))
  }

  /** A code that is typed and not applied would be lost with the step. */
  function unappliedCode(): Record<string, string> {
    const isHere = current === 'contract' || current === 'gasContract'
    const isWaiting = isHere && draft.promotion.typed.trim() !== ''
    return isWaiting ? { promotional_code: 'promocode_not_applied' } : {}
  }

  function inWords(problems: Readonly<Record<string, string>>): Record<string, string> {
    const byName = byField(problems)
    // A place that is not known is said once, at its postcode.
    for (const prefix of ['address', 'owner_address'])
      if (byName[`${prefix}.dp`] && !places[prefix as 'address'].towns?.length) delete byName[`${prefix}.poblacio`]
    // What cannot be chosen yet is not asked for: without a power there are no tariffs, without a tariff no products.
    const hasNoPower = byName.power0 === 'power_required' && byName.power1 === 'power_required'
    if (hasNoPower || byName.tariff) delete byName.product
    if (hasNoPower) delete byName.tariff
    return Object.fromEntries(Object.entries(byName).map(([field, code]) => [field, wordsOf(code)]))
  }

  /** Goes on with what was begun on another device. */
  async function takeUp(leadId: string) {
    try {
      const { readDraft } = await import('./read-lead.ts')
      const begun = await readDraft(send, leadId, { ...{ kind, asked, empty, locale }, queryClient })
      if (begun === null) return say({ failure: t('refusals.lead_closed') })
      change(() => begun)
      await goTo(steps.find((name) => !begun.completed.includes(name)) ?? 'confirmation')
    } catch {
      say({ failure: t('wizard.failures.linkOver') })
    }
  }

  /** Tells why a step was not taken. What is wrong with the fields of an earlier one is told there. */
  async function tell(thrown: unknown, refusedAt: StepName) {
    if (!isRefused(thrown)) return say({ failure: t('wizard.failures.connectivity') })
    const { code, status, fields } = thrown
    if (status === 404 || code === 'lead_closed') change(withoutLeads)
    if (code === 'identity_mismatch') change((before) => ({ ...before, blocked: 'dniInvalid', sent: {} }))
    const isOfFieldsAlone = fields && code === 'invalid' && refusedAt !== 'confirmation'
    const at = fields ? refusedAt : current
    say({
      at,
      errors: fields ? byField(sentences(fields)) : {},
      failure: isOfFieldsAlone ? null : refusalWords(code),
    })
    if (at !== current) await goTo(at)
  }

  function refusalWords(code: string): string {
    if (code === 'token_readonly') return tApp(code)
    if (code === 'lead_closed') return t('wizard.failures.leadOver')
    const known = toldRefusals.find((told) => told === code)
    return known ? t(`refusals.${known}`) : t('wizard.failures.generic')
  }

  return {
    kind,
    asked,
    given,
    draft,
    steps,
    current,
    isCompany,
    places,
    errors,
    failure,
    attempt,
    isSending,
    set,
    submit,
    keepStep,
    takeUp,
    bringCode,
    /** What the register knows is filled in. */
    takeSupply: (supply: RegisteredSupply) => change((before) => withSupply(before, supply, { kind, asked, locale })),
    tellLinkOver: () => say({ failure: t('wizard.failures.linkOver') }),
    goBack,
    hasBack: stepBefore(current, steps) !== null,
    mayJumpTo: (name: StepName) =>
      mayJumpTo(name, { steps, current, completed: draft.completed, isSubmitting: isSending }),
    errorOf: (field: string): string | undefined => errors[field],
    idOf: (field: string) => `wizard-${field.replaceAll('.', '-')}`,
    /** Files that are on their way hold the step back. */
    holdFor: (path: string, isUnderWay: boolean) => {
      if (isUnderWay) underWay.current.add(path)
      else underWay.current.delete(path)
    },
    forget,
  }
}

/** The step of the address where one may be there, else the first that is not done. */
function shownStep(wanted: StepName | undefined, steps: readonly StepName[], draft: WizardDraft): StepName {
  if (draft.isFinished && wanted !== undefined) return 'finish'
  const open = steps.find((name) => !draft.completed.includes(name)) ?? 'confirmation'
  const isAhead = wanted === undefined || !steps.includes(wanted) || steps.indexOf(wanted) > steps.indexOf(open)
  if (wanted === undefined) return steps[0]!
  return isAhead ? open : wanted
}

/** The draft once its leads are over: the next try sends all that was typed to others. */
function withoutLeads(draft: WizardDraft): WizardDraft {
  // Gas goes on naming the electricity beside it that is contracted already.
  const main = draft.ended.length > 0 ? draft.leads.main : null
  return { ...draft, leads: { main, gas: null }, sent: {} }
}

type FoundPlaces = Partial<Record<'address' | 'owner_address', WizardDraft['person']['address']['found']>>

function withPlaces(draft: WizardDraft, { address, owner_address }: FoundPlaces): WizardDraft {
  const { installation, person } = draft
  return {
    ...draft,
    ...(address !== undefined && {
      installation: { ...installation, address: { ...installation.address, found: address } },
    }),
    ...(owner_address !== undefined && { person: { ...person, address: { ...person.address, found: owner_address } } }),
  }
}

function sentences(fields: FieldErrors): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([path, told]) => [path, told.join(' ')]))
}

const toldRefusals = [
  'contracting_off',
  'contracting_needs_session',
  'lead_incomplete',
  'invalid',
  'cups_unavailable',
  'bad_score',
  'identity_mismatch',
  'promocode_invalid',
  'too_many_attempts',
] as const

import { useState } from 'react'
import { outageOf } from '#kit/outage.ts'
import { isRefused } from '#kit/refusal.ts'
import { refusedFields } from '#kit/refused-fields.ts'
import { useSend } from '#kit/web/portal.ts'

import { currentIn } from '#kit/web/use-seen-version.ts'
import { type StepName, stepAfter, stepBefore } from '../wizard.ts'
import { withoutLeads } from './draft-changes.ts'
import { byField } from './fields.ts'
import type { Around } from './send-step.ts'
import type { DraftVersion } from './use-draft-version.ts'
import { type FoundPlaces, withPlaces } from './use-places.ts'
import type { Told } from './use-told.ts'
import type { Energy, WizardDraft } from './wizard-draft.ts'

type Sending = {
  around: Around
  draft: WizardDraft
  empty: WizardDraft
  change: (to: (before: WizardDraft) => WizardDraft) => void
  current: StepName
  /** The step of the address. */
  wanted: StepName | undefined
  goTo: (step: StepName) => Promise<void>
  say: (what: Partial<Told>) => void
  /** Keeps what is typed and not sent for wherever it is gone on with. */
  keepTyped: (now: WizardDraft) => Promise<void>
  findPlaces: (step: StepName) => Promise<{ found: FoundPlaces; lookUpProblems: Record<string, string> }>
  version: DraftVersion
  /** Finds out what another device has made of the draft; the same as here is gone on from. */
  noteChanged: () => Promise<'same' | 'another' | 'over'>
  saidOnce: (problems: Readonly<Record<string, string>>) => Record<string, string>
  /** Why the files of fields hold a step back. */
  filesHeld: () => Record<string, FileReason>
}

/** Why the files of a field hold a step back. */
export type FileReason = 'file_under_way' | 'file_unsent'

/** How a step is checked, sent and gone on from, and what is told where it is not taken. */
export function useSending(sending: Sending) {
  const { around, draft, empty, change, current, wanted, goTo, say, findPlaces, saidOnce, keepTyped } = sending
  const { version, noteChanged } = sending
  const send = useSend()
  const [attempt, setAttempt] = useState(0)
  const [isSending, setSending] = useState(false)

  /** Checks the step that is shown, sends it and goes on to the next. */
  async function submit() {
    if (isSending) return
    setSending(true)
    say({})
    setAttempt((before) => before + 1)
    let at = current
    try {
      await unlessChanged(() =>
        takeStep((step) => {
          at = step
        }),
      )
    } catch (thrown) {
      await tell(thrown, at)
    } finally {
      setSending(false)
    }
  }

  /** What another device has changed is shown and not gone over; what this one has sent unheard is sent again. */
  async function unlessChanged(write: () => Promise<void>): Promise<'done' | 'changed'> {
    try {
      await write()
    } catch (thrown) {
      if (!currentIn(thrown)) throw thrown
      if ((await noteChanged()) !== 'same') return 'changed'
      await write()
    }
    return 'done'
  }

  async function takeStep(begins: (step: StepName) => void) {
    const [{ problemsOfStep, sendUpTo, confirm, wantedEnergies }, { sendSeen }] = await Promise.all([
      import('./send-step.ts'),
      import('./send-seen.ts'),
    ])
    const sendStep = sendSeen(send, version)
    const { found, lookUpProblems } = await findPlaces(current)
    change((before) => withPlaces(before, found))
    const ready = withPlaces(draft, found)
    const problems = {
      ...problemsOfStep(current, ready, around),
      ...lookUpProblems,
      ...filesUnderWay(),
      ...unappliedCode(),
    }
    if (Object.keys(problems).length > 0) return say({ codes: codesByField(problems) })
    const progressed = await sendUpTo(sendStep, current, ready, around, keep, begins)
    // Gas that is left out is told by no step: wherever a link leads it is to be left out too.
    if (ready.isLinked) await keepTyped({ ...ready, ...progressed })
    // The step of the person says why, wherever it was found out.
    if (progressed.blocked) return void (current === 'person' || (await goTo('person')))
    const isMade = (energy: Energy) => progressed.ended.some((ending) => ending.energy === energy)
    if (wantedEnergies(ready, around).every(isMade)) return finish()
    if (current === 'confirmation') {
      await confirm(sendStep, { ...ready, ...progressed }, around, (ending) =>
        change((before) => ({ ...before, ended: [...before.ended, ending] })),
      )
      return finish()
    }
    change((before) => ({ ...before, completed: [...new Set([...before.completed, current])] }))
    await goTo(stepAfter(current, around.steps))
  }

  async function finish() {
    // An address without a step would begin another contract.
    if (wanted === undefined) await goTo(current)
    // Once it is made, nothing of what was typed is left in the browser.
    change(({ ended }) => ({ ...empty, ended, isFinished: true }))
    await goTo('finish')
  }

  /**
   * Sends what is typed of this step too where nothing of it is wrong, and keeps the rest of what is typed, so that whoever
   * goes on elsewhere finds it there. @throws where what is typed cannot be kept.
   */
  async function keepStep() {
    if ((await unlessChanged(keepAsItIs)) === 'changed') throw new Error('Another device has changed the draft.')
  }

  async function keepAsItIs() {
    const [{ problemsOfStep, sendUpTo }, { sendSeen }] = await Promise.all([
      import('./send-step.ts'),
      import('./send-seen.ts'),
    ])
    const { found } = await findPlaces(current)
    const ready = withPlaces(draft, found)
    const isWhole = Object.keys({ ...problemsOfStep(current, ready, around), ...filesUnderWay() }).length === 0
    const upTo = isWhole ? current : stepBefore(current, around.steps)
    // What cannot be sent now is told by the step itself when it is sent.
    const progressed =
      upTo && (await sendUpTo(sendSeen(send, version), upTo, ready, around, keep).catch(unlessConflict))
    await keepTyped({ ...ready, ...progressed })
    keep({ isLinked: true })
  }

  function keep(done: Partial<WizardDraft>) {
    change((before) => ({ ...before, ...done }))
  }

  function filesUnderWay(): Record<string, string> {
    return sending.filesHeld()
  }

  /** A code that is typed and not applied would be lost with the step. */
  function unappliedCode(): Record<string, string> {
    const isHere = current === 'contract' || current === 'gasContract'
    const isWaiting = isHere && draft.promotion.typed.trim() !== ''
    return isWaiting ? { promotional_code: 'promocode_not_applied' } : {}
  }

  function codesByField(problems: Readonly<Record<string, string>>): Record<string, string> {
    return withoutWhatCannotBeChosen(saidOnce(byField(problems)))
  }

  /** Tells why a step was not taken. What is wrong with the fields of an earlier one is told there. */
  async function tell(thrown: unknown, refusedAt: StepName) {
    if (!isRefused(thrown) || outageOf(thrown)) return say({ failure: { thrown } })
    const { code, status, fields } = thrown
    if (status === 404 || code === 'lead_closed') change(withoutLeads)
    if (code === 'identity_mismatch') change((before) => ({ ...before, blocked: 'dniInvalid', sent: {} }))
    const isOfFieldsAlone = fields && code === 'invalid' && refusedAt !== 'confirmation'
    const at = fields ? refusedAt : current
    say({
      at,
      refused: byField(refusedFields(thrown) ?? {}),
      failure: isOfFieldsAlone ? null : { thrown },
    })
    if (at !== current) await goTo(at)
  }

  return { submit, keepStep, isSending, attempt }
}

function unlessConflict(failure: unknown): null {
  if (currentIn(failure)) throw failure
  return null
}

/** What cannot be chosen yet is not asked for: without a power there are no tariffs, without a tariff no products. */
function withoutWhatCannotBeChosen(problems: Readonly<Record<string, string>>): Record<string, string> {
  const hasNoPower = problems.power0 === 'power_required' && problems.power1 === 'power_required'
  const isLeftOut = (field: string) =>
    (field === 'product' && (hasNoPower || Boolean(problems.tariff))) || (field === 'tariff' && hasNoPower)
  return Object.fromEntries(Object.entries(problems).filter(([field]) => !isLeftOut(field)))
}

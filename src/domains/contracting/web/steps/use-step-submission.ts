import { useState } from 'react'
import { currentValuesIn } from '#kit/web/form/use-edit-version.ts'
import { useSend } from '#kit/web/portal.ts'
import { type StepSubmissionDeps, saveCurrentStep, showRefusal, submitStep } from './step-submission.ts'

/** Validates and sends a step, moves on, and reports why a step is not accepted. */
export function useStepSubmission(deps: StepSubmissionDeps) {
  const { current, showMessages, checkForConflict } = deps
  const send = useSend()
  const [attempt, setAttempt] = useState(0)
  const [isSending, setSending] = useState(false)

  /** Validates the shown step, sends it and moves to the next. */
  async function submit() {
    if (isSending) return
    setSending(true)
    showMessages({})
    setAttempt((before) => before + 1)
    let at = current
    try {
      await unlessConflicting(() =>
        submitStep(deps, send, (step) => {
          at = step
        }),
      )
    } catch (thrown) {
      await showRefusal(deps, thrown, at)
    } finally {
      setSending(false)
    }
  }

  /**
   * Shows what another device has changed instead of overwriting it. What this device sent without receiving the reply
   * is sent again.
   */
  async function unlessConflicting(write: () => Promise<void>): Promise<'done' | 'changed'> {
    try {
      await write()
    } catch (thrown) {
      if (!currentValuesIn(thrown)) throw thrown
      if ((await checkForConflict()) !== 'same') return 'changed'
      await write()
    }
    return 'done'
  }

  /**
   * Also sends the input of this step where it is valid, and saves the rest, so that it can be continued elsewhere.
   * @throws where the draft cannot be saved.
   */
  async function saveStep() {
    if ((await unlessConflicting(() => saveCurrentStep(deps, send))) === 'changed')
      throw new Error('Another device has changed the draft.')
  }

  return { submit, keepStep: saveStep, isSending, attempt }
}

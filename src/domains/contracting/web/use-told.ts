import { useState } from 'react'
import type { StepName } from '../wizard.ts'

/** What is wrong with a step, by its fields, and why it was not taken; or what became of the link that led to it. */
export type Told = { at: StepName; errors: Record<string, string>; failure: string | null; news: string | null }
const nothingTold: Omit<Told, 'at'> = { errors: {}, failure: null, news: null }

/** What is wrong with the step that is shown. It is told there alone, and no more once the step was left. */
export function useTold(current: StepName) {
  const [told, setTold] = useState<Told>({ ...nothingTold, at: current })
  const [last, setLast] = useState(current)
  if (last !== current) {
    setLast(current)
    if (told.at !== current) setTold({ ...nothingTold, at: current })
  }
  const { errors, failure, news } = told.at === current ? told : nothingTold

  /** Tells what is wrong with a step, or with its being sent; of this one unless another is named. */
  function say(what: Partial<Told>) {
    setTold({ ...nothingTold, at: current, ...what })
  }

  return { errors, failure, news, say }
}

import type { Payments } from '../payments.ts'

/**
 * A question to the provider that goes wrong: it never arrives, its answer gets lost, or the server dies before or after;
 * or that takes long, so that other things happen before it arrives (`late`) or before its answer does (`slow`).
 */
export type Fault = {
  at: 'prepare' | 'confirm' | 'lookUp' | 'withdraw' | 'refund'
  kind: 'unreached' | 'lost' | 'killed_before' | 'killed_after' | 'late' | 'slow'
}

/** The server has died at this point. */
export class Killed extends Error {}

/** A provider that meets each of these faults once, at the next question of its kind. */
export function withFaults(payments: Payments, faults: readonly Fault[], meanwhile: () => Promise<void>): Payments {
  const left = [...faults]
  function met<Asked extends unknown[], Answer>(at: Fault['at'], ask: (...asked: Asked) => Promise<Answer>) {
    return async (...asked: Asked): Promise<Answer | { kind: 'unknown' }> => {
      const index = left.findIndex((fault) => fault.at === at)
      const kind = index < 0 ? undefined : left.splice(index, 1)[0]!.kind
      if (kind === 'killed_before') throw new Killed()
      if (kind === 'unreached') return { kind: 'unknown' }
      if (kind === 'late') await meanwhile()
      const answer = await ask(...asked)
      if (kind === 'slow') await meanwhile()
      if (kind === 'killed_after') throw new Killed()
      return kind === 'lost' ? { kind: 'unknown' } : answer
    }
  }
  return {
    ...payments,
    // Nothing moves while a payment is made known, so that no answer means that nothing has.
    prepare: async (order) => {
      const answer = await met('prepare', payments.prepare)(order)
      return answer.kind === 'unknown' ? { kind: 'unavailable' } : answer
    },
    confirm: met('confirm', payments.confirm),
    lookUp: met('lookUp', payments.lookUp),
    withdraw: met('withdraw', payments.withdraw),
    refund: met('refund', payments.refund),
  }
}

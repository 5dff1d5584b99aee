import type { PaymentProvider } from '../payment-provider.ts'

/**
 * A fault of a call to the provider: it never arrives, its answer is lost, or the server dies before or after it; or a
 * delay, so that other things happen before the call arrives (`late`) or before its answer does (`slow`).
 */
export type ProviderFault = {
  at: 'prepare' | 'confirm' | 'lookUp' | 'withdraw' | 'refund'
  kind: 'unreached' | 'lost' | 'killed_before' | 'killed_after' | 'late' | 'slow'
}

/** The server dies at this point. */
export class KilledError extends Error {}

/** Wraps a provider so that each of these faults occurs once, at the next call of its kind. */
export function injectFaults(
  payments: PaymentProvider,
  faults: readonly ProviderFault[],
  meanwhile: () => Promise<void>,
): PaymentProvider {
  const pendingFaults = [...faults]
  function withFault<Asked extends unknown[], Answer>(
    at: ProviderFault['at'],
    method: (...parameters: Asked) => Promise<Answer>,
  ) {
    return async (...parameters: Asked): Promise<Answer | { kind: 'unknown' }> => {
      const index = pendingFaults.findIndex((fault) => fault.at === at)
      const kind = index < 0 ? undefined : pendingFaults.splice(index, 1)[0]!.kind
      if (kind === 'killed_before') throw new KilledError()
      if (kind === 'unreached') return { kind: 'unknown' }
      if (kind === 'late') await meanwhile()
      const answer = await method(...parameters)
      if (kind === 'slow') await meanwhile()
      if (kind === 'killed_after') throw new KilledError()
      return kind === 'lost' ? { kind: 'unknown' } : answer
    }
  }
  return {
    ...payments,
    // No money moves during preparation, so a missing answer means that none has moved.
    prepare: async (order) => {
      const answer = await withFault('prepare', payments.prepare)(order)
      return answer.kind === 'unknown' ? { kind: 'unavailable' } : answer
    },
    confirm: withFault('confirm', payments.confirm),
    lookUp: withFault('lookUp', payments.lookUp),
    withdraw: withFault('withdraw', payments.withdraw),
    refund: withFault('refund', payments.refund),
  }
}

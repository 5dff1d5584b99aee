import type { Send } from '#kit/web/send.ts'
import { listOwnCompensations, listOwnDuties } from '../api.ts'

/** Loads what must follow by when of a contract, and what missed terms are paid with; null where there is neither. */
export async function loadOwnDuties(send: Send, contract: string, signal: AbortSignal) {
  const [{ items: duties }, { items: compensations }] = await Promise.all([
    send(listOwnDuties, { query: { contract }, signal }),
    send(listOwnCompensations, { query: { contract }, signal }),
  ])
  return duties.length + compensations.length > 0 ? { duties, compensations } : null
}

import { setTimeout as pause } from 'node:timers/promises'
import { sqlStateOf } from './database-errors.ts'

const maxTries = 8
/** Conflicts with another transaction: a lock timeout, a deadlock or a serialization failure. */
const transientStates = new Set(['55P03', '40P01', '40001'])

/** Runs a transaction, and again after a growing pause if another one was in its way. */
export async function retryTransient<T>(work: () => Promise<T>): Promise<T> {
  for (let round = 1; ; round++)
    try {
      return await work()
    } catch (error) {
      if (round === maxTries || !transientStates.has(sqlStateOf(error))) throw error
      await pause(100 * round)
    }
}

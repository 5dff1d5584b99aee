import type { Database } from '#db/database.ts'
import type { KeyRing } from '#kit/server/key-ring.ts'
import { ensureKeys, readKeys, ringOf } from './key-store.ts'
import { type KeyPurpose, leaseSeconds, refreshSeconds } from './rules.ts'

/** The keys as every server sees them, at most half a minute old: a new key is announced for longer than that. */
export type LiveKeys = {
  ring(purpose: KeyPurpose): KeyRing
  /** Reads them again at once. */
  refresh(): Promise<void>
  stop(): void
}

type Log = { warn(details: object, message: string): void }

/**
 * Follows the keys stored in the database. A new key can be read before it is used. A server that has not read the keys
 * for longer than that could use one that is about to be deleted, so it uses none.
 */
export async function followKeys(
  db: Database,
  log: Log,
  /** Milliseconds of a monotonic clock. */
  elapsed: () => number = () => performance.now(),
): Promise<LiveKeys> {
  await ensureKeys(db)
  let readAt = elapsed()
  let stored = await readKeys(db)

  async function refresh() {
    const startedAt = elapsed()
    try {
      const freshKeys = await readKeys(db)
      if (startedAt < readAt) return
      stored = freshKeys
      readAt = startedAt
    } catch (error) {
      log.warn({ error: (error as Error).message }, 'keys cannot be read')
    }
  }

  function ring(purpose: KeyPurpose): KeyRing {
    const now = () => ringOf(stored, purpose)
    return {
      current() {
        if (elapsed() - readAt > leaseSeconds * 1000) throw new Error('The keys have not been read for too long.')
        return now().current()
      },
      find: (id) => now().find(id),
      all: () => now().all(),
    }
  }

  const timer = setInterval(refresh, refreshSeconds * 1000)
  timer.unref()
  return { ring, refresh, stop: () => clearInterval(timer) }
}

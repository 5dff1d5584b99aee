import type { Send } from '#kit/web/send.ts'
import type { SessionExpiry } from '../../own-sessions-api.ts'

/** A session that is about to end: when, by the clock of this browser, and whether it can be extended. */
export type SessionEnding = { at: number; canStay: boolean }

/** Enough time to return to the page and press a button, or to finish typing. */
const warnSeconds = 120
const maxWaitMs = 3_600_000
const nextTryMs = 30_000

/**
 * Polls the server for the end of the session, since other windows use it as well, and reports when it is near, or no
 * longer is. `look` polls again; `stay` extends the session.
 */
export function monitorSession(send: Send, onEnding: (ending: SessionEnding | null) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  function follow(expiry: SessionExpiry | null) {
    if (isStopped) return
    clearTimeout(timer)
    const leftSeconds = expiry?.seconds_left ?? Number.POSITIVE_INFINITY
    if (expiry && leftSeconds <= warnSeconds)
      return onEnding({ at: Date.now() + leftSeconds * 1000, canStay: expiry.can_stay })
    if (expiry) onEnding(null)
    const waitMs = expiry ? (leftSeconds - warnSeconds) * 1000 : nextTryMs
    timer = setTimeout(checkExpiry, Math.min(waitMs, maxWaitMs))
  }

  // A session that has ended is detected from the response, as for every other call.
  async function checkExpiry() {
    const { readSessionExpiry } = await import('../../own-sessions-api.ts')
    follow(await send(readSessionExpiry, {}).catch(() => null))
  }

  async function extend() {
    const { keepSessionAlive } = await import('../../own-sessions-api.ts')
    follow(await send(keepSessionAlive, {}))
  }

  return {
    look: checkExpiry,
    stay: extend,
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

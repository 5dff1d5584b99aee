import type { Send } from '#kit/web/send.ts'
import type { SessionLife } from '../api.ts'

/** A session about to end: when, by the clock of this browser, and whether that can be put off. */
export type Ending = { at: number; canStay: boolean }

/** Time enough to come back to the page and press a button, or to bring to an end what one is writing. */
const warnSeconds = 120
const longestWaitMs = 3_600_000
const nextTryMs = 30_000

/**
 * Asks the server when the session ends, since other windows use it as well, and tells once that is near, or is no longer.
 * `look` asks again; `stay` puts the end off.
 */
export function watchLife(send: Send, tell: (ending: Ending | null) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  function follow(life: SessionLife | null) {
    if (isStopped) return
    clearTimeout(timer)
    const leftSeconds = life?.seconds_left ?? Number.POSITIVE_INFINITY
    if (life && leftSeconds <= warnSeconds) return tell({ at: Date.now() + leftSeconds * 1000, canStay: life.can_stay })
    if (life) tell(null)
    const waitMs = life ? (leftSeconds - warnSeconds) * 1000 : nextTryMs
    timer = setTimeout(look, Math.min(waitMs, longestWaitMs))
  }

  // That it has ended is noticed with the answer, as for every other call.
  async function look() {
    const { readSessionLife } = await import('../api.ts')
    follow(await send(readSessionLife, {}).catch(() => null))
  }

  async function stay() {
    const { stayInSession } = await import('../api.ts')
    follow(await send(stayInSession, {}))
  }

  return {
    look,
    stay,
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

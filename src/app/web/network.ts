import { allowedVersions } from '#kit/boot.ts'
import type { Locale } from '#kit/locale.ts'
import type { Refused } from '#kit/refusal.ts'
import { changeBoot, type Portal } from '#kit/web/portal.ts'
import { type Answered, makeSend, type Send, type SentRequest } from '#kit/web/send.ts'
import { connectionOf } from './connection.ts'
import { loadTexts } from './texts.ts'

/** The `send` of a portal in a browser: over the network, in the visitor's language. */
export function sendOverNetwork(portal: Portal): Send {
  const connection = connectionOf(portal)

  async function overNetwork({ path, headers, ...request }: SentRequest): Promise<Answered> {
    return connection.read(
      portal.basePath + inLanguage(path, portal.boot.locale),
      { ...request, headers: { ...headers, 'accept-language': portal.boot.locale }, credentials: 'same-origin' },
      { isRepeatable: !('idempotency-key' in headers), take: answerOf },
    )
  }

  // Whichever call first meets the end of the session: what is signed in on the page no longer is anywhere else. And whichever
  // first meets maintenance tells the page, which waits for its end.
  async function notice({ status, code, extra }: Refused) {
    if (code === 'maintenance') (await import('./maintenance-watch.ts')).watchMaintenance(portal, extra)
    if (status !== 401 || !portal.boot.signedIn) return
    await loadTexts(portal, ['session'])
    changeBoot(portal, { sessionEnded: true })
  }

  let asked: Promise<boolean> | undefined

  // Several calls at once ask once.
  function prove(): Promise<boolean> {
    asked ??= ask().finally(() => {
      asked = undefined
      changeBoot(portal, { asksProof: false })
    })
    return asked
  }

  async function ask(): Promise<boolean> {
    await loadTexts(portal, ['session'])
    return new Promise((settle) => {
      portal.giveProof = settle
      changeBoot(portal, { asksProof: true })
    })
  }

  return makeSend(overNetwork, { versions: () => allowedVersions(portal.boot), onRefused: notice, prove })
}

async function answerOf(response: Response): Promise<Answered> {
  const seconds = Number(response.headers.get('retry-after'))
  return {
    status: response.status,
    text: await response.text(),
    ...(seconds > 0 ? { retryAfterSeconds: seconds } : {}),
  }
}

/**
 * The path with the language of the page, where the browser keeps another choice: an address that is of another language is
 * shown in its own, and what is answered there is to be in the same.
 */
function inLanguage(path: string, locale: Locale): string {
  const kept = /(?:^|;\s*)language=(\w+)/.exec(document.cookie)?.[1]
  if (kept === undefined || kept === locale) return path
  return `${path}${path.includes('?') ? '&' : '?'}lang=${locale}`
}

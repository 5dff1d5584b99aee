import { allowedVersions } from '#kit/boot.ts'
import type { Refused } from '#kit/refusal.ts'
import { changeBoot, type Portal } from '#kit/web/portal.ts'
import { makeSend, type Send, type TransportRequest, type TransportResponse } from '#kit/web/send.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { connectionOf } from './connection.ts'
import { loadTexts } from './texts.ts'

/** Returns the `send` of a portal in a browser: over the network, in the visitor's language. */
export function sendOverNetwork(portal: Portal): Send {
  const connection = connectionOf(portal)

  async function overNetwork({ path, headers, ...request }: TransportRequest): Promise<TransportResponse> {
    return connection.read(
      portal.basePath + withLanguage(path, portal.boot.locale),
      { ...request, headers: { ...headers, 'accept-language': portal.boot.locale }, credentials: 'same-origin' },
      { isRepeatable: !('idempotency-key' in headers), readResponse: readTransportResponse },
    )
  }

  // Any call may be the first to meet the end of the session, which then holds for the whole page, or the first to meet
  // maintenance, whose end the page then waits for.
  async function handleRefusal({ status, code, extra }: Refused) {
    if (code === 'maintenance') (await import('./maintenance-watch.ts')).watchMaintenance(portal, extra)
    if (status !== 401 || !portal.boot.signedIn) return
    await loadTexts(portal, ['session'])
    changeBoot(portal, { sessionEnded: true })
  }

  let pendingReauthentication: Promise<boolean> | undefined

  // Concurrent calls ask once.
  function reauthenticate(): Promise<boolean> {
    pendingReauthentication ??= requestReauthentication().finally(() => {
      pendingReauthentication = undefined
      changeBoot(portal, { asksReauthentication: false })
    })
    return pendingReauthentication
  }

  async function requestReauthentication(): Promise<boolean> {
    await loadTexts(portal, ['session'])
    return new Promise((settle) => {
      portal.answerReauthentication = settle
      changeBoot(portal, { asksReauthentication: true })
    })
  }

  return makeSend(overNetwork, {
    versions: () => allowedVersions(portal.boot),
    onRefused: handleRefusal,
    reauthenticate,
  })
}

async function readTransportResponse(response: Response): Promise<TransportResponse> {
  const seconds = Number(response.headers.get('retry-after'))
  return {
    status: response.status,
    text: await response.text(),
    ...(seconds > 0 ? { retryAfterSeconds: seconds } : {}),
  }
}

/**
 * Adds the language of the page to a path if the browser has another stored choice: a URL in another language is shown
 * in that language, and its calls must be answered in it too.
 */
function withLanguage(path: string, locale: Locale): string {
  const chosenLanguage = /(?:^|;\s*)language=(\w+)/.exec(document.cookie)?.[1]
  if (chosenLanguage === undefined || chosenLanguage === locale) return path
  return `${path}${path.includes('?') ? '&' : '?'}lang=${locale}`
}

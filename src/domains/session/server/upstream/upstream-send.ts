import type { LiveSettings } from '#domains/retailer/server/live-settings.ts'
import { allowedVersions } from '#kit/boot.ts'
import { isRefused, Refused } from '#kit/refusal.ts'
import { bulkJsonLimits, checkJsonLimits, JsonLimitError } from '#kit/server/limited-json.ts'
import { makeSend, type Send } from '#kit/web/send.ts'
import { AnswerTooLongError, readLimitedText } from '#outside/upstream/read-limited-text.ts'
import { type UpstreamClient, UpstreamError } from '#outside/upstream/upstream-client.ts'

// Replies contain a token or a profile.
const maxUpstreamResponseBytes = 200_000

export type UpstreamSendDeps = { upstream: UpstreamClient; settings: Pick<LiveSettings, 'now'> }

/** Returns a function that calls the upstream server, with a token once there is one. */
export function createUpstreamSend(
  { upstream, settings }: UpstreamSendDeps,
  token: string | null,
  requestId: string,
): Send {
  return makeSend(
    async ({ method, path, headers, body }) => {
      const requestHeaders: Record<string, string> = { ...headers, 'x-request-id': requestId }
      if (token !== null) requestHeaders.authorization = `Bearer ${token}`
      if (body !== undefined) requestHeaders['content-length'] = String(Buffer.byteLength(body))
      try {
        const answer = await upstream.send({ method, path, headers: requestHeaders, body })
        // Redirects are not followed, and server errors are not taken for a refusal of the credentials.
        if (answer.status >= 500 || (answer.status >= 300 && answer.status < 400)) {
          answer.body.resume()
          throw new Refused('upstream_failed', 502)
        }
        const text = await readLimitedText(answer.body, maxUpstreamResponseBytes)
        checkJsonLimits(text, bulkJsonLimits)
        return { status: answer.status, text }
      } catch (failure) {
        if (failure instanceof AnswerTooLongError || failure instanceof JsonLimitError)
          throw new Refused('upstream_failed', 502)
        if (!(failure instanceof UpstreamError)) throw failure
        throw failure.kind === 'unanswered'
          ? new Refused('upstream_late', 504)
          : new Refused('upstream_unreachable', 502)
      }
    },
    { versions: () => allowedVersions({ settings: settings.now() }) },
  )
}

/** Returns the reply, or null if it was refused as invalid credentials. */
export async function nullIfRefused<Reply>(request: Promise<Reply>): Promise<Reply | null> {
  try {
    return await request
  } catch (failure) {
    if (isRefused(failure) && failure.status < 500 && failure.status !== 429) return null
    throw failure
  }
}

import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isPrivateHost, lookupPublicAddress, PrivateAddressError } from '#kit/server/public-address.ts'
import { excerptReply, maxReadLength } from '../excerpt-reply.ts'
import type { DeliveryFailure, DeliveryOutcome } from '../rules.ts'

const timeoutMilliseconds = 15_000

type PostInput = { url: string; headers: Record<string, string>; body: string }
type PostOptions = { allowsPrivate: boolean; timeoutMs?: number }

/**
 * Sends an event over its own connection, to public addresses unless others are allowed. Follows no redirects and reads
 * only the beginning of the reply. Every error is returned as an outcome.
 */
export function postEvent({ url, headers, body }: PostInput, options: PostOptions): Promise<DeliveryOutcome> {
  const { allowsPrivate, timeoutMs = timeoutMilliseconds } = options
  const address = new URL(url)
  // An IP address instead of a name is never looked up.
  if (!allowsPrivate && isPrivateHost(address)) return Promise.resolve(failedOutcome('private_address'))
  const { request } = address.protocol === 'https:' ? https : http
  return new Promise((resolve) => {
    const sent = request(
      address,
      {
        method: 'POST',
        headers: {
          ...headers,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'Llum-Webhooks/1.0',
        },
        agent: false,
        signal: AbortSignal.timeout(timeoutMs),
        ...(allowsPrivate ? {} : { lookup: lookupPublicAddress as never }),
      },
      (reply) => {
        const { statusCode: code = 0, headers } = reply
        void readExcerpt(reply).then((cut) =>
          resolve({ kind: 'replied', code, cut, retryAfter: headers['retry-after'] }),
        )
      },
    )
    sent.on('error', (error) => resolve(failedOutcome(deliveryFailureOf(error))))
    sent.end(body)
  })
}

/**
 * Reads the beginning of a reply. One that is aborted or sent slowly is used as far as read, because its status code
 * has arrived.
 */
async function readExcerpt(reply: IncomingMessage): Promise<string> {
  let text = ''
  try {
    for await (const chunk of reply.setEncoding('utf8')) {
      text += chunk
      if (text.length >= maxReadLength) break
    }
  } catch {}
  return excerptReply(text)
}

function failedOutcome(failure: DeliveryFailure): DeliveryOutcome {
  return { kind: 'failed', failure }
}

function deliveryFailureOf(error: Error & { code?: string }): DeliveryFailure {
  if (error instanceof PrivateAddressError) return 'private_address'
  const { name, code = '' } = error
  if (name === 'AbortError' || name === 'TimeoutError' || code === 'ETIMEDOUT') return 'timeout'
  if (code === 'ECONNREFUSED') return 'refused'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'unknown_host'
  return /CERT|TLS|SSL|SIGNATURE|EPROTO/.test(code) ? 'certificate' : 'broken'
}

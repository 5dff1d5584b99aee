import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isPrivateHost, PrivateAddress, publicLookup } from '#kit/server/public-address.ts'
import { longestLook, replyCut } from '../reply-cut.ts'
import type { Failure, Outcome } from '../rules.ts'

const timeoutMilliseconds = 15_000

type Posted = { url: string; headers: Record<string, string>; body: string }
type How = { allowsPrivate: boolean; timeoutMs?: number }

/**
 * Sends an event by a connection of its own, to public addresses unless others are allowed. Follows no redirect, and reads
 * no more of the reply than its beginning. Whatever goes wrong is an outcome.
 */
export function post({ url, headers, body }: Posted, how: How): Promise<Outcome> {
  const { allowsPrivate, timeoutMs = timeoutMilliseconds } = how
  const address = new URL(url)
  // An address in the place of a name is never looked up.
  if (!allowsPrivate && isPrivateHost(address)) return Promise.resolve(failed('private_address'))
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
        ...(allowsPrivate ? {} : { lookup: publicLookup as never }),
      },
      (reply) => {
        const { statusCode: code = 0, headers } = reply
        void beginningOf(reply).then((cut) =>
          resolve({ kind: 'replied', code, cut, retryAfter: headers['retry-after'] }),
        )
      },
    )
    sent.on('error', (error) => resolve(failed(failureOf(error))))
    sent.end(body)
  })
}

/** A reply that breaks off, or that somebody spins out, is as good as its beginning: its code has come. */
async function beginningOf(reply: IncomingMessage): Promise<string> {
  let read = ''
  try {
    for await (const chunk of reply.setEncoding('utf8')) {
      read += chunk
      if (read.length >= longestLook) break
    }
  } catch {}
  return replyCut(read)
}

function failed(failure: Failure): Outcome {
  return { kind: 'failed', failure }
}

function failureOf(error: Error & { code?: string }): Failure {
  if (error instanceof PrivateAddress) return 'private_address'
  const { name, code = '' } = error
  if (name === 'AbortError' || name === 'TimeoutError' || code === 'ETIMEDOUT') return 'timeout'
  if (code === 'ECONNREFUSED') return 'refused'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'unknown_host'
  return /CERT|TLS|SSL|SIGNATURE|EPROTO/.test(code) ? 'certificate' : 'broken'
}

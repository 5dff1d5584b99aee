import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'
const secretBytes = 32

/** A new secret as Standard Webhooks writes them. */
export function makeWebhookSecret(): string {
  return prefix + randomBytes(secretBytes).toString('base64')
}

/** The headers by which a receiver knows that an event is ours (Standard Webhooks, v1), signed with each of the secrets. */
export function signedHeaders({ id, body, at }: { id: string; body: string; at: Date }, secrets: readonly string[]) {
  const seconds = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signatures.join(' ') }
}

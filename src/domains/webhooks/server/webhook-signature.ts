import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'
const secretBytes = 32

/** Creates a secret in the Standard Webhooks format. */
export function createWebhookSecret(): string {
  return prefix + randomBytes(secretBytes).toString('base64')
}

/** Returns the headers with which a receiver verifies an event (Standard Webhooks, v1), signed with each secret. */
export function signHeaders({ id, body, at }: { id: string; body: string; at: Date }, secrets: readonly string[]) {
  const seconds = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signatures.join(' ') }
}

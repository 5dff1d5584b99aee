import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Settings } from '#domains/retailer/settings.ts'
import { msPerDay } from '#vocabulary/durations.ts'

type SecurityTxtDeps = {
  app: FastifyInstance
  settings: { now(): Settings }
  /** The security contact, as a mailto: or https: URL; by default the retailer's own e-mail address. */
  contact?: string
  originOf: (request: FastifyRequest) => string
  clock: () => Date
}

const validDays = 180
const path = '/.well-known/security.txt'

/** Serves the security contact (RFC 9116), at the root of the host whatever the base path. */
export function serveSecurityTxt({ app, settings, contact, originOf, clock }: SecurityTxtDeps) {
  app.get(path, (request, reply) => {
    const { organization, languages } = settings.now()
    const address = contact ?? (organization.email ? `mailto:${organization.email}` : undefined)
    if (!address) return reply.callNotFound()
    const lines = [
      `Contact: ${address}`,
      `Expires: ${new Date(startOfDay(clock()) + validDays * msPerDay).toISOString()}`,
      `Preferred-Languages: ${languages.join(', ')}`,
      `Canonical: ${originOf(request)}${path}`,
    ]
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}

function startOfDay(now: Date): number {
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
}

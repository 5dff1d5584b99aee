import { access, constants } from 'node:fs/promises'
import {
  type HealthObservation,
  type SystemSetup,
  saveCircuitState,
  saveObservation,
} from '#backoffice/health/server/health-store.ts'
import { jobRunFinished, type PollingLoop, startPollingLoop } from '#kit/server/polling-loop.ts'
import { circuitChanged } from '#outside/circuit-breaker.ts'
import { type FailureKind, failureKindOf, outboundCallFinished } from '#outside/outbound-call.ts'
import { isBranded, platformNames } from '#outside/payments/platforms.ts'
import type { Context } from '../wiring/context.ts'

const flushEverySeconds = 5
const probeTimeoutSeconds = 8

/**
 * Records how external systems respond to this program, and adds it every few seconds to the shared state of all
 * programs.
 */
export function startOutboundHealth({
  db,
  clock,
  log,
}: Pick<Context, 'db' | 'clock'> & { log: { error(details: object, message: string): void } }): PollingLoop {
  let healthBySystem = new Map<string, HealthObservation>()
  let circuits = new Map<string, Date | null>()
  const unsubscribes = [
    outboundCallFinished.subscribe(({ system, failure }) => {
      const before = healthBySystem.get(system)
      healthBySystem.set(system, updateHealth(before, { system, failure, now: clock() }))
    }),
    circuitChanged.subscribe((change) => circuits.set(change.system, change.openUntil)),
    // The import folder is read by a job, which fails if the folder is missing.
    jobRunFinished.subscribe(({ job, outcome, error }) => {
      if (job !== 'watched folder') return
      outboundCallFinished.publish({ system: 'imports', failure: outcome === 'failed' ? failureKindOf(error) : null })
    }),
  ]

  async function flushHealth() {
    const observations = [...healthBySystem.values()]
    const changed = [...circuits]
    healthBySystem = new Map()
    circuits = new Map()
    for (const each of observations) await saveObservation(db, each)
    for (const [system, openUntil] of changed) await saveCircuitState(db, { system, openUntil })
    return false
  }

  const observations = startPollingLoop(flushHealth, {
    everySeconds: flushEverySeconds,
    name: 'tell of other systems',
    log,
  })
  return {
    async stop() {
      for (const end of unsubscribes) end()
      await observations.stop()
      await flushHealth().catch(({ message }: Error) =>
        log.error({ error: message }, 'health of other systems not stored'),
      )
    },
  }
}

type CallOutcome = { system: string; failure: FailureKind | null; now: Date }

function updateHealth(before: HealthObservation | undefined, { system, failure, now }: CallOutcome): HealthObservation {
  const previous = before ?? { system, answeredAt: null, failedAt: null, failure: null, failingSince: null }
  return failure
    ? { ...previous, failedAt: now, failure, failingSince: previous.failingSince ?? now }
    : { ...previous, answeredAt: now, failingSince: null }
}

/** Returns the external systems in the portal's configuration, and how to probe each without side effects. */
export function configuredSystemsOf({
  config,
  files,
  isDemo,
  payments,
}: Pick<Context, 'config' | 'files' | 'isDemo' | 'payments'>): SystemSetup[] {
  const { upstreamApi, importFolder, openid, mail } = config
  const outside = (system: SystemSetup['system'], isSetUp: boolean, probe?: () => Promise<void>): SystemSetup =>
    isSetUp ? { system, kind: 'outside', probe } : { system, kind: 'off' }
  return [
    { system: 'database', kind: 'own' },
    ...platformNames.filter(isBranded).map((name) => outside(name, payments.has(name), payments.get(name)?.check)),
    { system: 'sandbox', kind: isDemo ? 'own' : 'off' },
    mail.url ? outside('mail', true, () => checkMail(mail)) : { system: 'mail', kind: 'own' },
    { system: 'sms', kind: 'own' },
    { system: 'signature', kind: 'own' },
    outside('identity', openid !== undefined, () => probeAddress(`${openid!.issuer}/.well-known/openid-configuration`)),
    outside('imports', importFolder !== undefined, () => access(importFolder!, constants.W_OK)),
    files.virusScan
      ? outside('virus_scan', true, () => files.virusScan!.check())
      : { system: 'virus_scan', kind: 'own' },
    outside('upstream', upstreamApi !== undefined, () => probeAddress(upstreamApi!)),
  ]
}

// Loaded on demand, as its library takes memory that only a program that sends mail should pay for.
async function checkMail({ url, from }: Context['config']['mail']) {
  const { createSmtpMail } = await import('#outside/mail/smtp-mail.ts')
  await createSmtpMail({ url: url!, from }).check!()
}

/** Any response counts as success. */
async function probeAddress(address: string) {
  const answer = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(probeTimeoutSeconds * 1000) })
  await answer.body?.cancel()
}

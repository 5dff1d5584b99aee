import { access, constants } from 'node:fs/promises'
import { type Heard, noteCircuit, noteHeard, type SetUp } from '#desks/health/server/health-store.ts'
import { type Repeated, repeat, turnTaken } from '#kit/server/repeat.ts'
import { type FailureKind, failureOf, outsideAsked } from '#outside/asked.ts'
import { circuitChanged } from '#outside/circuit-breaker.ts'
import type { Context } from './context.ts'

const toldEverySeconds = 5
const probeSeconds = 8

/** Listens to how the systems of others answer this program, and adds it every few seconds to what all programs know. */
export function startHealth({
  db,
  clock,
  log,
}: Pick<Context, 'db' | 'clock'> & { log: { error(details: object, message: string): void } }): Repeated {
  let heard = new Map<string, Heard>()
  let circuits = new Map<string, Date | null>()
  const ends = [
    outsideAsked.listen(({ system, failure }) => {
      const before = heard.get(system)
      heard.set(system, afterHearing(before, { system, failure, now: clock() }))
    }),
    circuitChanged.listen((change) => circuits.set(change.system, change.openUntil)),
    // The folder is asked by a job, which fails where there is none.
    turnTaken.listen(({ job, outcome, error }) => {
      if (job !== 'watched folder') return
      outsideAsked.tell({ system: 'imports', failure: outcome === 'failed' ? failureOf(error) : null })
    }),
  ]

  async function tell() {
    const told = [...heard.values()]
    const changed = [...circuits]
    heard = new Map()
    circuits = new Map()
    for (const each of told) await noteHeard(db, each)
    for (const [system, openUntil] of changed) await noteCircuit(db, { system, openUntil })
    return false
  }

  const told = repeat(tell, { everySeconds: toldEverySeconds, name: 'tell of other systems', log })
  return {
    async stop() {
      for (const end of ends) end()
      await told.stop()
      await tell().catch(({ message }: Error) => log.error({ error: message }, 'health of other systems lost'))
    },
  }
}

type News = { system: string; failure: FailureKind | null; now: Date }

function afterHearing(before: Heard | undefined, { system, failure, now }: News): Heard {
  const known = before ?? { system, answeredAt: null, failedAt: null, failure: null, failingSince: null }
  return failure
    ? { ...known, failedAt: now, failure, failingSince: known.failingSince ?? now }
    : { ...known, answeredAt: now, failingSince: null }
}

/** The systems that this portal leans on as it is configured, and how each is asked without anything happening there. */
export function setUpsOf({
  config,
  files,
  isDemo,
  payments,
}: Pick<Context, 'config' | 'files' | 'isDemo' | 'payments'>): SetUp[] {
  const { upstreamApi, importFolder, openid, mail } = config
  const outside = (system: SetUp['system'], isSetUp: boolean, probe?: () => Promise<void>): SetUp =>
    isSetUp ? { system, kind: 'outside', probe } : { system, kind: 'off' }
  return [
    { system: 'database', kind: 'own' },
    outside('stripe', payments.has('stripe'), payments.get('stripe')?.check),
    outside('redsys', payments.has('redsys'), payments.get('redsys')?.check),
    { system: 'sandbox', kind: isDemo ? 'own' : 'off' },
    mail.url ? outside('mail', true, () => checkMail(mail)) : { system: 'mail', kind: 'own' },
    { system: 'sms', kind: 'own' },
    { system: 'signature', kind: 'own' },
    outside('identity', openid !== undefined, () => answers(`${openid!.issuer}/.well-known/openid-configuration`)),
    outside('imports', importFolder !== undefined, () => access(importFolder!, constants.W_OK)),
    files.virusScan
      ? outside('virus_scan', true, () => files.virusScan!.check())
      : { system: 'virus_scan', kind: 'own' },
    outside('upstream', upstreamApi !== undefined, () => answers(upstreamApi!)),
  ]
}

// Its library takes memory that only a program that sends mail should give.
async function checkMail({ url, from }: Context['config']['mail']) {
  const { createSmtpMail } = await import('#outside/mail/smtp-mail.ts')
  await createSmtpMail({ url: url!, from }).check!()
}

/** Whatever it says: that it says something is what counts. */
async function answers(address: string) {
  const answer = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(probeSeconds * 1000) })
  await answer.body?.cancel()
}

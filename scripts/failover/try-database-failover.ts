import { setTimeout as pause } from 'node:timers/promises'
import { waitUntil } from '../running/programs.ts'
import { checkClaims } from './check-claims.ts'
import { describeLoad } from './findings.ts'
import { calmMilliseconds, customerCount, type Trial, type TrialLoads } from './trial.ts'

/** Tries to lose the primary database, and to promote its replica. */
export async function tryDatabaseFailover(trial: Trial, loads: TrialLoads) {
  const { cluster, findings } = trial
  const load = loads.proxied
  const before = load.failures.length
  const startedAt = performance.now()
  const answeredBefore = load.answered.writes
  cluster.freezePrimary()
  await pause(1_000)
  cluster.promoteReplica()
  await waitUntil('claims are taken again', async () => load.answered.writes > answeredBefore + customerCount)
  const seconds = (performance.now() - startedAt) / 1000
  const cut = load.failures.slice(before)
  findings.report(
    'after the replica is promoted the servers find it by themselves',
    seconds < 30,
    `${seconds.toFixed(1)} s`,
  )
  const since = performance.now()
  await pause(calmMilliseconds)
  const later = load.failures.filter(({ at }) => at > since)
  findings.report('and then every request is answered again', later.length === 0, describeLoad(load, later))
  const strange = cut.filter(({ reply }) => !/^503 |^504 |^409 .*request_in_progress/.test(reply))
  const detail = `${cut.length} were, ${strange.length} not: ${strange[0]?.reply ?? 'none'}`
  findings.report('until then requests are told to come again later', strange.length === 0, detail)
  await checkClaims(trial, loads, 'nothing that a customer was told is lost, and nothing is there twice')
}

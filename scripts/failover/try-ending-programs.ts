import { setTimeout as pause } from 'node:timers/promises'
import { checkClaims } from './check-claims.ts'
import { describeLoad } from './findings.ts'
import { type LoadRun, startLoad } from './generate-load.ts'
import { calmMilliseconds, customerCount, type Trial, type TrialLoads } from './trial.ts'

/** Tries to stop and restart a server in the regular way. */
export async function trySigterm(trial: Trial, load: LoadRun) {
  const { programs, findings } = trial
  const reportNoFailure = (claim: string) =>
    findings.report(claim, load.failures.length === 0, describeLoad(load, load.failures))
  await pause(calmMilliseconds)
  reportNoFailure('while nothing happens, every request is answered')
  const { code, seconds } = await programs.end('server-a', 'SIGTERM')
  await pause(1_000)
  reportNoFailure('SIGTERM of a server fails no request')
  findings.report(
    'a server that was told to end has done so in 25 s',
    code === 0 && seconds < 25,
    `${seconds.toFixed(1)} s`,
  )
  await programs.startServer('a', trial)
  await pause(calmMilliseconds)
  reportNoFailure('and none fails when it is back')
}

/** Tries to kill and restart servers, under a further load that has no proxy to retry for it. */
export async function trySigkill(trial: Trial, loads: TrialLoads) {
  const { ports, tokens, contracts, findings } = trial
  const direct = startLoad({
    origin: `http://127.0.0.1:${ports.servers.b}`,
    ...{ tokens, contracts, pauseMilliseconds: 100 },
  })
  loads.direct = direct
  for (const name of ['b', 'a', 'b'] as const) await killAndRestart(trial, name)
  await direct.stop()
  const { failures } = loads.proxied
  findings.report(
    'SIGKILL of a server cuts off no more than it had under way',
    failures.length <= 3 * customerCount,
    `behind the proxy ${failures.length} were cut off, without it ${direct.retryCount} writes asked again; ${failures[0]?.reply ?? ''}`,
  )
  await checkClaims(trial, loads, 'what was cut off and asked again with its key is done once')
}

async function killAndRestart(trial: Trial, name: 'a' | 'b') {
  await trial.programs.end(`server-${name}`, 'SIGKILL')
  await pause(1_500)
  await trial.programs.startServer(name, trial)
  // The proxy needs two successful health checks before the other server may stop.
  await pause(calmMilliseconds)
}

/** Tries to stop and restart a worker. */
export async function tryWorkers(trial: Trial) {
  const { code } = await trial.programs.end('worker-one', 'SIGTERM')
  await pause(1_000)
  trial.findings.report('a worker ends when it is told to', code === 0, `exit ${code}`)
  await trial.programs.startWorker('one', trial)
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readCpuSeconds, readPeakBytes } from '../read-processor.ts'

/** The product's worker in a process of its own, and what it has taken of the machine. */
export type Worker = {
  /** The most memory that it had at once, as Linux counts it. */
  peakBytes(): number
  cpuSeconds(): number
  /** How many statements it has made. */
  statements(): number
  /** Resolves when it has started and has nothing to do. @throws if it has ended by itself. */
  whenIdle(): Promise<void>
  /** @throws if it has ended by itself. */
  requireAlive(): void
  kill(): Promise<void>
}

/** What a worker that has nothing to do uses of a processor in a second, at most. */
const idleShare = 0.1

/** Starts a worker as an installation does, on a database and with a mail server. */
export function startWorker(environment: Record<string, string>): Worker {
  const counter = fileURLToPath(new URL('count-statements.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', counter, 'src/app/server/main.ts'], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...{ PATH: process.env.PATH, NODE_ENV: 'production', ROLE: 'worker', DEMO: 'off', LOG_LEVEL: 'error' },
      ...{ PUBLIC_ORIGIN: 'https://portal.example.test', MAIL_FROM: 'portal@example.test', ...environment },
    },
  })
  const killWithParent = () => child.kill('SIGKILL')
  process.once('exit', killWithParent)
  let peakBytes = 0
  let cpuSeconds = 0
  let statements = 0
  child.on('message', (message) => {
    statements = (message as { statements: number }).statements
  })
  const looking = setInterval(look, 1_000)

  function look() {
    cpuSeconds = readCpuSeconds(child.pid!) ?? cpuSeconds
    if (child.exitCode === null && child.signalCode === null) peakBytes = readPeakBytes(child.pid!)
  }

  function requireAlive() {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('The worker has ended.')
  }

  return {
    peakBytes: () => peakBytes,
    cpuSeconds: () => cpuSeconds,
    statements: () => statements,
    async whenIdle() {
      for (let before = 0; statements === 0 || cpuSeconds - before > idleShare; ) {
        before = cpuSeconds
        await pause(1_000)
        requireAlive()
        look()
      }
    },
    requireAlive,
    async kill() {
      look()
      clearInterval(looking)
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
      process.off('exit', killWithParent)
    },
  }
}

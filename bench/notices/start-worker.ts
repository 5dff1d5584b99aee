import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'

/** The product's worker in a process of its own, and what it has taken of the machine. */
export type Worker = {
  /** The most memory that it had at once, as Linux counts it. */
  peakBytes(): number
  cpuSeconds(): number
  /** @throws if it has ended by itself. */
  requireAlive(): void
  kill(): Promise<void>
}

const ticksPerSecond = 100

/** Starts a worker as an installation does, on a database and with a mail server. */
export async function startWorker(environment: Record<string, string>): Promise<Worker> {
  const child = spawn(process.execPath, ['src/app/server/main.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...{ PATH: process.env.PATH, NODE_ENV: 'production', ROLE: 'worker', DEMO: 'off', LOG_LEVEL: 'error' },
      ...{ PUBLIC_ORIGIN: 'https://portal.example.test', MAIL_FROM: 'portal@example.test', ...environment },
    },
  })
  const killWithParent = () => child.kill('SIGKILL')
  process.once('exit', killWithParent)
  let peakBytes = 0
  let cpuSeconds = 0
  const looking = setInterval(look, 1_000)

  function look() {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
    peakBytes = Number(/^VmHWM:\s*(\d+)/m.exec(status)?.[1]) * 1_024
    const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    cpuSeconds = (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
  }

  return {
    peakBytes: () => peakBytes,
    cpuSeconds: () => cpuSeconds,
    requireAlive() {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error('The worker has ended.')
    },
    async kill() {
      clearInterval(looking)
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
      process.off('exit', killWithParent)
    },
  }
}

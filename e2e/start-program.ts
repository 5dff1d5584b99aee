import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findFreePort } from './start-portal.ts'

const maxSecondsToStart = 240

/** The product as `npm start` runs it, with its demonstration retailer, for scripts outside the tests. */
export type RunningProgram = { address: string; stop(): Promise<void> }

/** Starts the program on a free port with data of its own. @throws if it is not ready in time. */
export async function startProgram({ demoPassword }: { demoPassword: string }): Promise<RunningProgram> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'llum-program-'))
  const port = await findFreePort()
  const address = `http://localhost:${port}`
  const server = spawn(process.execPath, ['scripts/start.ts'], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataFolder, DEMO_PASSWORD: demoPassword, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const stop = async () => {
    server.kill()
    if (server.exitCode === null) await once(server, 'exit')
    await rm(dataFolder, { recursive: true, force: true })
  }
  for (let second = 0; second < maxSecondsToStart; second++) {
    if ((await fetch(`${address}/readyz`).catch(() => null))?.ok) return { address, stop }
    await pause(1_000)
  }
  await stop()
  throw new Error(`The program was not ready after ${maxSecondsToStart} s.`)
}

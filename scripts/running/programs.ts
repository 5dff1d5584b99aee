import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createWriteStream, existsSync, readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** A program that was started, and how it ends. */
export type Program = {
  name: string
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<{ code: number | null; seconds: number }>
}

/** Starts a program whose words go to a file; it is ended with this one, whatever happens. */
export function start(
  name: string,
  command: readonly [string, ...string[]],
  { folder, environment = {} }: { folder: string; environment?: Record<string, string> },
): Program {
  const [file, ...words] = command
  const child = spawn(file, words, {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const log = createWriteStream(join(folder, `${name}.log`), { flags: 'a' })
  for (const stream of [child.stdout!, child.stderr!]) stream.pipe(log, { end: false })
  const killed = () => child.kill('SIGKILL')
  process.once('exit', killed)
  child.once('exit', () => process.off('exit', killed))
  return { name, end: (signal) => ended(child, signal) }
}

async function ended(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL') {
  const began = performance.now()
  if (child.exitCode === null && child.signalCode === null) {
    const exit = new Promise((done) => child.once('exit', done))
    child.kill(signal)
    await exit
  }
  return { code: child.exitCode, seconds: (performance.now() - began) / 1000 }
}

/** Runs a command to its end and answers what it printed. @throws with what it complained of. */
export function run(command: readonly [string, ...string[]], environment: Record<string, string> = {}): string {
  const [file, ...words] = command
  const env = { PATH: process.env.PATH, ...environment }
  return execFileSync(file, words, { encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'pipe'], timeout: 60_000 })
}

/** Waits until something holds. @throws when it does not in so many seconds. */
export async function until(claim: string, holds: () => Promise<boolean>, seconds = 60): Promise<number> {
  const began = performance.now()
  while (!(await holds().catch(() => false))) {
    if (performance.now() - began > seconds * 1000) throw new Error(`It was not so in ${seconds} s: ${claim}.`)
    await pause(50)
  }
  return (performance.now() - began) / 1000
}

/** Ports that are free now. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer()
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
      return server
    }),
  )
  const ports = servers.map((server) => (server.address() as { port: number }).port)
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))))
  return ports
}

/** Where PostgreSQL's own programs are; undefined where there is no server of it. */
export function postgresFolder(): string | undefined {
  const versions = '/usr/lib/postgresql'
  const debian = existsSync(versions)
    ? readdirSync(versions)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(versions, version, 'bin'))
    : []
  return [...debian, ...pathFolders()].find((folder) => existsSync(join(folder, 'initdb')))
}

/** Whether a program can be started by its name. */
export function isInstalled(name: string): boolean {
  return [...pathFolders(), '/usr/sbin'].some((folder) => existsSync(join(folder, name)))
}

function pathFolders(): string[] {
  return (process.env.PATH ?? '').split(delimiter)
}

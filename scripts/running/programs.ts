import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createWriteStream, existsSync, readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** A started program, and how to end it. */
export type Program = {
  name: string
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<{ code: number | null; seconds: number }>
}

/** Starts a program whose output goes to a file. It is ended with this process in any case. */
export function startProgram(
  name: string,
  command: readonly [string, ...string[]],
  { folder, environment = {} }: { folder: string; environment?: Record<string, string> },
): Program {
  const [file, ...programArguments] = command
  const child = spawn(file, programArguments, {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const log = createWriteStream(join(folder, `${name}.log`), { flags: 'a' })
  for (const stream of [child.stdout!, child.stderr!]) stream.pipe(log, { end: false })
  const killed = () => child.kill('SIGKILL')
  process.once('exit', killed)
  child.once('exit', () => process.off('exit', killed))
  return { name, end: (signal) => endChild(child, signal) }
}

async function endChild(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL') {
  const startedAt = performance.now()
  if (child.exitCode === null && child.signalCode === null) {
    const exit = new Promise((done) => child.once('exit', done))
    child.kill(signal)
    await exit
  }
  return { code: child.exitCode, seconds: (performance.now() - startedAt) / 1000 }
}

/** Runs a command to completion and returns its output. @throws with its error output. */
export function runCommand(command: readonly [string, ...string[]], environment: Record<string, string> = {}): string {
  const [file, ...commandArguments] = command
  const env = { PATH: process.env.PATH, ...environment }
  return execFileSync(file, commandArguments, {
    encoding: 'utf8',
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 900_000,
  })
}

/** Waits until a condition holds. @throws if it does not within this many seconds. */
export async function waitUntil(claim: string, holds: () => Promise<boolean>, seconds = 60): Promise<number> {
  const startedAt = performance.now()
  while (!(await holds().catch(() => false))) {
    if (performance.now() - startedAt > seconds * 1000) throw new Error(`Did not hold within ${seconds} s: ${claim}.`)
    await pause(50)
  }
  return (performance.now() - startedAt) / 1000
}

/** Returns free ports. */
export async function findFreePorts(count: number): Promise<number[]> {
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

/** Returns the folder of PostgreSQL's own programs, or undefined if no PostgreSQL server is installed. */
export function findPostgresFolder(): string | undefined {
  const versions = '/usr/lib/postgresql'
  const debian = existsSync(versions)
    ? readdirSync(versions)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(versions, version, 'bin'))
    : []
  return [...debian, ...pathFolders()].find((folder) => existsSync(join(folder, 'initdb')))
}

/** Checks whether a program can be started by its name. */
export function isInstalled(name: string): boolean {
  return [...pathFolders(), '/usr/sbin'].some((folder) => existsSync(join(folder, name)))
}

function pathFolders(): string[] {
  return (process.env.PATH ?? '').split(delimiter)
}

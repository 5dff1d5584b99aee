import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string
const started: ChildProcess[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'llum-main-'))
})
afterEach(async () => {
  await Promise.all(started.splice(0).map(stopped))
  await rm(folder, { recursive: true, force: true })
})

/** Starts the program on the folder; its output is collected in `said`. */
function start(environment: Record<string, string> = {}) {
  const { DATABASE_URL: _, ...inherited } = process.env
  const child = spawn(process.execPath, ['src/app/server/main.ts'], {
    env: {
      ...inherited,
      DATA_DIR: folder,
      PORT: '0',
      DEMO: 'off',
      LOG_LEVEL: 'silent',
      NODE_ENV: 'production',
      ...environment,
    },
  })
  started.push(child)
  const program = { child, said: '' }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (words) => (program.said += words))
  return program
}

function stopped(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return Promise.resolve(child.exitCode)
  return new Promise((done) => {
    child.once('close', done)
    child.kill()
  })
}

const ended = (child: ChildProcess) => new Promise<number | null>((done) => child.once('close', done))

test('one program prints how the first operator starts; a second one on its data folder reports it and stops, and the first continues', async () => {
  const first = start({ STRIPE_WEBHOK_SECRET: 'x' })
  await expect.poll(() => first.said, { timeout: 30_000 }).toContain('Llum is at')
  await expect.poll(() => first.said).toMatch(/first operator with this link.+\/operator\/activate#[\w-]{43}\n/s)
  expect(first.said).toContain('is STRIPE_WEBHOOK_SECRET meant?')
  const second = start()
  expect(await ended(second.child)).toBe(1)
  expect(second.said).toContain('Another process is already using the database')
  expect(second.said).not.toContain('    at ')
  expect(first.child.exitCode).toBeNull()
  first.child.kill('SIGTERM')
  expect(await ended(first.child)).toBe(0)
})

test.each([
  ['an invalid port', { PORT: 'many' }, 'PORT'],
  ['a base path without a leading slash', { BASE_PATH: 'office' }, 'BASE_PATH'],
  ['an incomplete set of provider credentials', { STRIPE_SECRET_KEY: 'sk_live_1' }, 'STRIPE_PUBLISHABLE_KEY'],
  ['a reachable production server without a public origin', { HOST: '0.0.0.0' }, 'PUBLIC_ORIGIN'],
  ['an unreachable database', { DATABASE_URL: 'postgres://llum:secret@127.0.0.1:9/llum' }, 'does not answer'],
])('%s is named, and startup is aborted', async (_, environment, name) => {
  const program = start(environment)
  expect(await ended(program.child)).toBe(1)
  expect(program.said).toContain(name)
  expect(program.said).not.toContain('    at ')
})

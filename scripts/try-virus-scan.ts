// `npm run try-virus-scan`: runs a local clamd with one signature of its own, over TCP and over its socket. Checks its
// verdict on a clean file, on the EICAR test file and on one above its limit, and what is reported when it is
// unavailable. Exits with 1 if that is not what docs/running/files.md promises. Downloads no signatures.
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { createClamdScanner } from '#outside/virus-scan/clamd-scanner.ts'
import { eicar } from '#outside/virus-scan/testing/suspicious-files.ts'
import type { VirusScanner } from '#outside/virus-scan/virus-scanner.ts'
import { findFreePorts, isInstalled } from './running/programs.ts'

const startSeconds = 30
const streamLimitBytes = 1_000_000

const scannerName = 'clamd'
if (!isInstalled(scannerName)) {
  console.error('This requires clamd: apt-get install --no-install-recommends clamav-daemon.')
  process.exit(2)
}

const folder = await mkdtemp(join(tmpdir(), 'llum-clamd-'))
const [port] = await findFreePorts(1)
const socket = join(folder, 'clamd.sock')
await mkdir(join(folder, 'signatures'))
await writeFile(join(folder, 'signatures', 'own.ndb'), `Own.Test.EICAR:0:*:${eicar.toString('hex')}\n`)
await writeFile(
  join(folder, 'clamd.conf'),
  [
    `DatabaseDirectory ${join(folder, 'signatures')}`,
    `LocalSocket ${socket}`,
    `TCPSocket ${port}`,
    'TCPAddr 127.0.0.1',
    `StreamMaxLength ${streamLimitBytes}`,
    'Foreground yes',
    'SelfCheck 0',
  ].join('\n'),
)
const program = spawn(scannerName, ['--config-file', join(folder, 'clamd.conf')], { stdio: 'ignore' })

let hasPassed = true
try {
  const byTcp = createClamdScanner({ host: '127.0.0.1', port: port! })
  const bySocket = createClamdScanner({ path: socket })
  await waitUntilAvailable(byTcp)
  for (const [name, scanner] of [
    ['by TCP', byTcp],
    ['by its socket', bySocket],
  ] as const) {
    await checkVerdict(`${name}, a clean file`, 'clean', scanVerdict(scanner, Buffer.alloc(500_000, 7)))
    await checkVerdict(`${name}, the test virus`, 'infected: Own.Test.EICAR.UNOFFICIAL', scanVerdict(scanner, eicar))
    const within = Buffer.concat([Buffer.alloc(300_000, 32), eicar, Buffer.alloc(300_000, 32)])
    await checkVerdict(
      `${name}, the test virus within a file`,
      'infected: Own.Test.EICAR.UNOFFICIAL',
      scanVerdict(scanner, within),
    )
    const tooLong = Buffer.alloc(3 * streamLimitBytes, 7)
    await checkVerdict(`${name}, a file beyond its limit`, 'nothing is known: unable', scanVerdict(scanner, tooLong))
  }
  program.kill('SIGTERM')
  await new Promise((done) => program.once('exit', done))
  await checkVerdict('when it has ended', 'nothing is known: unreachable', scanVerdict(byTcp, Buffer.from('a')))
} catch (error) {
  hasPassed = false
  console.error((error as Error).message)
} finally {
  program.kill('SIGKILL')
  await rm(folder, { recursive: true })
}
process.exit(hasPassed ? 0 : 1)

async function waitUntilAvailable(scanner: VirusScanner) {
  for (let tries = 0; tries < startSeconds * 4; tries++) {
    const isThere = await scanner.check().then(
      () => true,
      () => false,
    )
    if (isThere) return
    await pause(250)
  }
  throw new Error(`clamd did not answer within ${startSeconds} s.`)
}

async function scanVerdict(scanner: VirusScanner, content: Buffer): Promise<string> {
  return scanner.scan(Readable.from([content]), { seconds: 20 }).then(
    (verdictFound) => (verdictFound.kind === 'clean' ? 'clean' : `infected: ${verdictFound.finding}`),
    ({ kind }) => `nothing is known: ${kind}`,
  )
}

async function checkVerdict(what: string, expected: string, answer: Promise<string>) {
  const actual = await answer
  if (actual !== expected) hasPassed = false
  console.log(`${actual === expected ? '✓' : '✗'} ${what}: ${actual}${actual === expected ? '' : `, not ${expected}`}`)
}

// `npm run try-virus-scan`: a clamd of this machine with one signature of its own, by TCP and by its socket: what it says of a
// clean file, of the EICAR test file, of one beyond its limit, and what is known where it is not there. Ends with 1 where that is
// not what docs/running/files.md promises. Needs no download of signatures.
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { clamd } from '#outside/virus-scan/clamd.ts'
import { eicar } from '#outside/virus-scan/testing/suspicious-files.ts'
import type { VirusScan } from '#outside/virus-scan/virus-scan.ts'
import { freePorts, isInstalled } from './running/programs.ts'

const startSeconds = 30
const streamLimitBytes = 1_000_000

const scannerName = 'clamd'
if (!isInstalled(scannerName)) {
  console.error('This needs clamd: apt-get install --no-install-recommends clamav-daemon.')
  process.exit(2)
}

const folder = await mkdtemp(join(tmpdir(), 'llum-clamd-'))
const [port] = await freePorts(1)
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

let isRight = true
try {
  const byTcp = clamd({ host: '127.0.0.1', port: port! })
  const bySocket = clamd({ path: socket })
  await untilThere(byTcp)
  for (const [name, scanner] of [
    ['by TCP', byTcp],
    ['by its socket', bySocket],
  ] as const) {
    await say(`${name}, a clean file`, 'clean', verdict(scanner, Buffer.alloc(500_000, 7)))
    await say(`${name}, the test virus`, 'infected: Own.Test.EICAR.UNOFFICIAL', verdict(scanner, eicar))
    const within = Buffer.concat([Buffer.alloc(300_000, 32), eicar, Buffer.alloc(300_000, 32)])
    await say(`${name}, the test virus within a file`, 'infected: Own.Test.EICAR.UNOFFICIAL', verdict(scanner, within))
    const tooLong = Buffer.alloc(3 * streamLimitBytes, 7)
    await say(`${name}, a file beyond its limit`, 'nothing is known: unable', verdict(scanner, tooLong))
  }
  program.kill('SIGTERM')
  await new Promise((done) => program.once('exit', done))
  await say('when it has ended', 'nothing is known: unreachable', verdict(byTcp, Buffer.from('a')))
} catch (error) {
  isRight = false
  console.error((error as Error).message)
} finally {
  program.kill('SIGKILL')
  await rm(folder, { recursive: true })
}
process.exit(isRight ? 0 : 1)

async function untilThere(scanner: VirusScan) {
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

async function verdict(scanner: VirusScan, content: Buffer): Promise<string> {
  return scanner.scan(Readable.from([content]), { seconds: 20 }).then(
    (found) => (found.kind === 'clean' ? 'clean' : `infected: ${found.finding}`),
    ({ kind }) => `nothing is known: ${kind}`,
  )
}

async function say(what: string, expected: string, answer: Promise<string>) {
  const said = await answer
  if (said !== expected) isRight = false
  console.log(`${said === expected ? '✓' : '✗'} ${what}: ${said}${said === expected ? '' : `, not ${expected}`}`)
}

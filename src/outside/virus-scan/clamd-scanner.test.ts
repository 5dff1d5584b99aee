import { Readable } from 'node:stream'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createClamdScanner, parseClamdAddress } from './clamd-scanner.ts'
import { startClamdStandIn } from './testing/clamd-stand-in.ts'
import { eicar } from './testing/suspicious-files.ts'

const standIn = await startClamdStandIn()
const scanner = createClamdScanner({ host: '127.0.0.1', port: standIn.port })
const scan = (content: Buffer, seconds = 5) => scanner.scan(Readable.from([content]), { seconds })

beforeEach(() => standIn.set('answering'))
afterAll(() => standIn.close())

test('reports a clean file', async () => {
  expect(await scan(Buffer.alloc(1_000_000, 7))).toEqual({ kind: 'clean' })
  expect(standIn.scanned.at(-1)).toBe(1_000_000)
  expect(await scan(Buffer.alloc(0))).toEqual({ kind: 'clean' })
})

test('names the virus of an infected file', async () => {
  const finding = 'Eicar-Test-Signature'
  expect(await scan(Buffer.concat([Buffer.alloc(200_000), eicar]))).toEqual({ kind: 'infected', finding })
})

test('is available when it answers', async () => {
  await scanner.check()
  standIn.set('closing')
  await expect(scanner.check()).rejects.toMatchObject({ kind: 'unanswered' })
})

describe('has no verdict on a file', () => {
  test.each([
    ['that is too large for the scanner', 'limited', 'unable'],
    ['for which the scanner closes the connection', 'closing', 'unanswered'],
    ['for which the scanner does not respond', 'silent', 'unanswered'],
  ] as const)('%s', async (_, mode, kind) => {
    standIn.set(mode)
    await expect(scan(Buffer.alloc(300_000), 0.3)).rejects.toMatchObject({ name: 'ScanUnavailable', kind })
  })

  test('where there is no scanner', async () => {
    const nobody = createClamdScanner({ path: '/nowhere/clamd.ctl' })
    await expect(nobody.scan(Readable.from(['a']), { seconds: 1 })).rejects.toMatchObject({ kind: 'unreachable' })
  })

  test('that cannot be read to its end', async () => {
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('a')
        throw new Error('gone')
      })(),
    )
    await expect(scanner.scan(broken, { seconds: 1 })).rejects.toMatchObject({ kind: 'unanswered' })
  })
})

test.each([
  ['tcp://clamav:3310', { host: 'clamav', port: 3310 }],
  ['tcp://clamav', { host: 'clamav', port: 3310 }],
  ['tcp://[::1]:3311', { host: '::1', port: 3311 }],
  ['unix:/run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
  ['http://clamav:3310', null],
  ['unix:relative', null],
  ['clamav', null],
])('parses %s as the scanner’s address, or rejects it', (text, address) => {
  expect(parseClamdAddress(text)).toEqual(address)
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aCustomer, aUser } from '#app/server/testing/builders.ts'
import { type TestPortal, testPortal, type Visitor } from '#app/server/testing/portal.ts'
import { ownFiles } from '#domains/profile/server/own-files.ts'
import { clamdStandIn } from '#outside/virus-scan/testing/clamd-stand-in.ts'
import { eicar, pdfOf, pdfWithPacked } from '#outside/virus-scan/testing/suspicious-files.ts'
import { openUpload } from './open-upload.ts'
import { scanWaiting } from './scan-waiting.ts'
import { takeFiles } from './take-files.ts'
import { aPdf, aPhoto, sendFile } from './uploads-testing.ts'

const now = new Date('2026-11-20T10:00:00Z')
const standIn = await clamdStandIn()
let portal: TestPortal
let userId: number
let customerId: number
let anna: Visitor

beforeAll(async () => {
  portal = await testPortal({ now, environment: { CLAMAV_ADDRESS: `tcp://127.0.0.1:${standIn.port}` } })
  userId = await aUser(portal.context.db)
  customerId = await aCustomer(portal.context.db)
  anna = await portal.as(userId)
})
beforeEach(() => standIn.set('answering'))
afterAll(async () => {
  await portal.close()
  await standIn.close()
})

const log = { warn() {} }
const at = (seconds: number) => ({ ...portal.context, clock: () => new Date(now.getTime() + seconds * 1000), log })

function uploadOf(id: string) {
  return portal.context.db.selectFrom('upload').selectAll().where('upload_id', '=', id).executeTakeFirstOrThrow()
}

async function opened(id: string): Promise<string> {
  return openUpload(portal.context.files, await uploadOf(id)).then(
    (content) => {
      content.destroy()
      return 'opened'
    },
    ({ code }) => code,
  )
}

describe('a file that comes in', () => {
  test('may be opened once the scanner has looked at it', async () => {
    const { id } = (await sendFile(portal, anna, { content: aPdf })).json()
    expect(standIn.scanned.at(-1)).toBe(aPdf.length)
    expect(await uploadOf(id)).toMatchObject({ scan_state: 'clean', scanned_at: now })
    expect(await opened(id)).toBe('opened')
  })

  test.each([
    ['the test virus', Buffer.concat([aPhoto, eicar]), 400, 'file_infected'],
    ['a document with script', pdfOf('<< /S /JavaScript /JS (x) >>'), 415, 'file_active'],
    ['a document with hidden script', pdfWithPacked('<< /S /J#61vaScript >>'), 415, 'file_active'],
    [
      'a document that is locked',
      Buffer.concat([pdfWithPacked('<< >>'), Buffer.from('/Encrypt 9 0 R')]),
      415,
      'file_unreadable',
    ],
  ])('stays out as %s, and nothing of it is stored', async (_, content, status, code) => {
    const before = await portal.context.db.selectFrom('upload').select('upload_id').execute()
    const answer = await sendFile(portal, anna, { content })
    expect([answer.statusCode, answer.json().message]).toEqual([status, code])
    expect(answer.json().error.message).toMatch(/[Ee]nvía/)
    expect(await portal.context.db.selectFrom('upload').select('upload_id').execute()).toEqual(before)
    const sent = [{ filename: 'a.pdf', content: content.toString('base64') }]
    expect(await takeFiles(portal.context, { sent, maker: { userId }, now })).toBe(code)
  })

  test('waits where the scanner is away, may be sent, but is opened by nobody until it is clean', async () => {
    standIn.set('closing')
    const { id } = (await sendFile(portal, anna)).json()
    expect(await uploadOf(id)).toMatchObject({ scan_state: 'waiting', scanned_at: null })
    expect(await takeFiles(portal.context, { sent: [{ id }], maker: { userId }, now })).toEqual([id])
    expect(await opened(id)).toBe('file_being_checked')
    expect(await inOwnCopy(id)).toBe(false)

    expect(await scanWaiting(at(0))).toBe(true)
    expect(await uploadOf(id)).toMatchObject({ scan_state: 'waiting', scan_tries: 1 })
    expect(await scanWaiting(at(5))).toBe(false)
    standIn.set('answering')
    expect(await scanWaiting(at(11))).toBe(true)
    expect(await opened(id)).toBe('opened')
    expect(await inOwnCopy(id)).toBe(true)
    expect(await scanWaiting(at(600))).toBe(false)
  })

  test('inside JSON waits for the scanner too', async () => {
    const sent = [{ filename: 'a.pdf', content: aPdf.toString('base64') }]
    const [id] = (await takeFiles(portal.context, { sent, maker: { userId }, now })) as string[]
    expect(await opened(id!)).toBe('file_being_checked')
    expect(await scanWaiting(at(0))).toBe(true)
    expect(await opened(id!)).toBe('opened')
  })

  test('is removed where the scanner knows it only later, which is told and recorded', async () => {
    const { db, files } = portal.context
    const { key } = await files.keep((await import('node:stream')).Readable.from([Buffer.concat([aPhoto, eicar])]))
    const { id } = (await sendFile(portal, anna)).json()
    // As the previous version of the program takes files in.
    await db.updateTable('upload').set({ scan_state: 'waiting', file_key: key }).where('upload_id', '=', id).execute()
    expect(await scanWaiting(at(0))).toBe(true)
    expect(await uploadOf(id)).toMatchObject({ scan_state: 'infected', scan_finding: 'file_infected' })
    expect(await files.get(key)).toBeUndefined()
    expect(await opened(id)).toBe('file_removed')
    expect(await inOwnCopy(id)).toBe(false)
    expect(await takeFiles(portal.context, { sent: [{ id }], maker: { userId }, now })).toBe('file_unknown')
    const entries = db.selectFrom('audit_entry').where('subject', '=', `upload:${id}`).select(['action', 'after'])
    expect(await entries.execute()).toEqual([{ action: 'upload_infected', after: { finding: 'file_infected' } }])
  })
})

async function inOwnCopy(id: string): Promise<boolean> {
  const keys: string[] = []
  for await (const { fileKey } of ownFiles(portal.context.db, { userId, customerIds: [customerId] } as never))
    keys.push(fileKey)
  return keys.includes((await uploadOf(id)).file_key)
}

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { streamPersonFiles } from '#domains/profile/server/person-files.ts'
import { startClamdStandIn } from '#outside/virus-scan/testing/clamd-stand-in.ts'
import { createPackedPdf, createTestPdf, eicar } from '#outside/virus-scan/testing/suspicious-files.ts'
import { claimUploads } from './claim-uploads.ts'
import { openUpload } from './open-upload.ts'
import { scanNextPending } from './scan-pending.ts'
import { aPdf, aPhoto, uploadFileAs } from './uploads-testing.ts'

const now = new Date('2026-11-20T10:00:00Z')
const standIn = await startClamdStandIn()
let portal: TestPortal
let userId: number
let customerId: number
let anna: TestVisitor

beforeAll(async () => {
  portal = await startTestPortal({ now, environment: { CLAMAV_ADDRESS: `tcp://127.0.0.1:${standIn.port}` } })
  userId = await insertUser(portal.context.db)
  customerId = await insertCustomer(portal.context.db)
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

describe('an uploaded file', () => {
  test('can be opened once the scanner has found it clean', async () => {
    const { id } = (await uploadFileAs(portal, anna, { content: aPdf })).json()
    expect(standIn.scanned.at(-1)).toBe(aPdf.length)
    expect(await uploadOf(id)).toMatchObject({ scan_state: 'clean', scanned_at: now })
    expect(await opened(id)).toBe('opened')
  })

  test.each([
    ['the test virus', Buffer.concat([aPhoto, eicar]), 400, 'file_infected'],
    ['a document that contains script', createTestPdf('<< /S /JavaScript /JS (x) >>'), 415, 'file_active'],
    ['a document that contains hidden script', createPackedPdf('<< /S /J#61vaScript >>'), 415, 'file_active'],
    [
      'an encrypted document',
      Buffer.concat([createPackedPdf('<< >>'), Buffer.from('/Encrypt 9 0 R')]),
      415,
      'file_unreadable',
    ],
  ])('is refused if it is %s, and nothing of it is stored', async (_, content, status, code) => {
    const before = await portal.context.db.selectFrom('upload').select('upload_id').execute()
    const answer = await uploadFileAs(portal, anna, { content })
    expect([answer.statusCode, answer.json().message]).toEqual([status, code])
    expect(answer.json().error.message).toMatch(/[Ee]nvía/)
    expect(await portal.context.db.selectFrom('upload').select('upload_id').execute()).toEqual(before)
    const sent = [{ filename: 'a.pdf', content: content.toString('base64') }]
    expect(await claimUploads(portal.context, { sent, uploader: { userId }, now })).toBe(code)
  })

  test('waits while the scanner is unavailable and can be attached, but cannot be opened until it is clean', async () => {
    standIn.set('closing')
    const { id } = (await uploadFileAs(portal, anna)).json()
    expect(await uploadOf(id)).toMatchObject({ scan_state: 'waiting', scanned_at: null })
    expect(await claimUploads(portal.context, { sent: [{ id }], uploader: { userId }, now })).toEqual([id])
    expect(await opened(id)).toBe('file_being_checked')
    expect(await inOwnCopy(id)).toBe(false)

    expect(await scanNextPending(at(0))).toBe(true)
    expect(await uploadOf(id)).toMatchObject({ scan_state: 'waiting', scan_tries: 1 })
    expect(await scanNextPending(at(5))).toBe(false)
    standIn.set('answering')
    expect(await scanNextPending(at(11))).toBe(true)
    expect(await opened(id)).toBe('opened')
    expect(await inOwnCopy(id)).toBe(true)
    expect(await scanNextPending(at(600))).toBe(false)
  })

  test('inline in JSON waits for the scanner too', async () => {
    const sent = [{ filename: 'a.pdf', content: aPdf.toString('base64') }]
    const [id] = (await claimUploads(portal.context, { sent, uploader: { userId }, now })) as string[]
    expect(await opened(id!)).toBe('file_being_checked')
    expect(await scanNextPending(at(0))).toBe(true)
    expect(await opened(id!)).toBe('opened')
  })

  test('is removed if a virus is found only later, which is reported and recorded', async () => {
    const { db, files } = portal.context
    const { key } = await files.putStream((await import('node:stream')).Readable.from([Buffer.concat([aPhoto, eicar])]))
    const { id } = (await uploadFileAs(portal, anna)).json()
    // As stored by the previous version of the program.
    await db.updateTable('upload').set({ scan_state: 'waiting', file_key: key }).where('upload_id', '=', id).execute()
    expect(await scanNextPending(at(0))).toBe(true)
    expect(await uploadOf(id)).toMatchObject({ scan_state: 'infected', scan_finding: 'file_infected' })
    expect(await files.get(key)).toBeUndefined()
    expect(await opened(id)).toBe('file_removed')
    expect(await inOwnCopy(id)).toBe(false)
    expect(await claimUploads(portal.context, { sent: [{ id }], uploader: { userId }, now })).toBe('file_unknown')
    const entries = db.selectFrom('audit_entry').where('subject', '=', `upload:${id}`).select(['action', 'after'])
    expect(await entries.execute()).toEqual([{ action: 'upload_infected', after: { finding: 'file_infected' } }])
  })
})

async function inOwnCopy(id: string): Promise<boolean> {
  const keys: string[] = []
  for await (const { fileKey } of streamPersonFiles(portal.context.db, { userId, customerIds: [customerId] } as never))
    keys.push(fileKey)
  return keys.includes((await uploadOf(id)).file_key)
}

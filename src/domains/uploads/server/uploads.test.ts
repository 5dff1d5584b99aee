import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { msPerHour } from '#vocabulary/durations.ts'
import { SentFile } from '../api.ts'
import { anonymousFilesPerHour } from '../rules.ts'
import { claimUploads } from './claim-uploads.ts'
import { aPdf, aPhoto, uploadFileAs } from './uploads-testing.ts'

const now = new Date('2026-11-20T10:00:00Z')
let portal: TestPortal
let userId: number
let anna: TestVisitor

beforeAll(async () => {
  portal = await startTestPortal({ now })
  userId = await insertUser(portal.context.db)
  anna = await portal.as(userId)
})
afterAll(() => portal.close())

function uploadOf(id: string) {
  const { db } = portal.context
  return db.selectFrom('upload').selectAll().where('upload_id', '=', id).executeTakeFirst()
}

describe('an uploaded file', () => {
  test('is stored unchanged, for its uploader, with the extension of its actual type', async () => {
    const answer = await uploadFileAs(portal, anna, { content: aPdf, name: 'factura.jpg' })
    expect(answer.statusCode).toBe(200)
    const storedUpload = await uploadOf(answer.json().id)
    expect(storedUpload).toMatchObject({
      user_id: userId,
      file_name: 'factura.pdf',
      media_type: 'application/pdf',
      size_bytes: aPdf.length,
      used_at: null,
    })
    expect(await buffer((await portal.context.files.get(storedUpload!.file_key))!)).toEqual(aPdf)
  })

  test.each([
    ['an HTML page', Buffer.from('<html><script>'), 415, 'file_kind'],
    ['nothing', Buffer.alloc(0), 400, 'file_empty'],
    ['larger than the limit', Buffer.concat([aPhoto, Buffer.alloc(100_000)]), 413, 'file_too_large'],
    ['far larger than the limit', Buffer.concat([aPhoto, Buffer.alloc(300_000)]), 413, 'file_too_large'],
  ])('is refused, and not stored, if it is %s', async (_, content, status, code) => {
    await portal.set('fileUploadSizeLimit', 100_000)
    const count = () => portal.context.db.selectFrom('upload').select('upload_id').execute()
    const before = await count()
    const answer = await uploadFileAs(portal, anna, { content })
    expect([answer.statusCode, answer.json().message]).toEqual([status, code])
    expect(await count()).toEqual(before)
    await portal.set('fileUploadSizeLimit', 15_000_000)
  })

  test('must be sent as a multipart form', async () => {
    const answer = await portal.app.inject({
      method: 'POST',
      url: '/api/v2/uploads/',
      headers: { authorization: `Bearer ${anna.token}` },
      payload: { file: 'abc' },
    })
    expect([answer.statusCode, answer.json().message]).toEqual([400, 'file_missing'])
  })

  test('is refused from a page of another site, which could exploit the cookie', async () => {
    const answer = await portal.app.inject({
      method: 'POST',
      url: '/api/v2/uploads/',
      headers: { origin: 'https://elsewhere.example', cookie: `token=${anna.token}` },
      payload: {},
    })
    expect([answer.statusCode, answer.json().message]).toEqual([403, 'cross_site'])
  })

  test('is refused for a read-only actor', async () => {
    const answer = await uploadFileAs(portal, await portal.as(userId, { readonly: true }))
    expect([answer.statusCode, answer.json().message]).toEqual([403, 'token_readonly'])
  })
})

describe('a visitor without a session', () => {
  test('can upload only if a form for visitors is enabled', async () => {
    await portal.set('features.unsignedContact', false)
    await portal.set('comparator.enabled', false)
    const outcome = async () => (await uploadFileAs(portal, portal.anonymous)).json().message
    await portal.set('contractation.authenticate', true)
    expect(await outcome()).toBe('upload_closed')
    await portal.set('contractation.authenticate', false)
    for (const kind of ['electricity', 'gas', 'dual']) await portal.set(`contractation.${kind}.enabled`, false)
    expect(await outcome()).toBe('upload_closed')
    await portal.set('contractation.dual.enabled', true)
    expect(await outcome()).toBeUndefined()
    await portal.context.db.deleteFrom('visitor_throttle').execute()
    await portal.set('features.unsignedContact', true)
  })

  test('can upload files up to the size set by the retailer, even above the default, and is told the limit', async () => {
    const content = Buffer.concat([aPhoto, Buffer.alloc(15_500_000)])
    await portal.set('fileUploadSizeLimit', 16_000_000)
    expect((await uploadFileAs(portal, portal.anonymous, { content })).statusCode).toBe(200)
    await portal.set('fileUploadSizeLimit', 2_500_000)
    const refused = await uploadFileAs(portal, portal.anonymous, { content })
    expect([refused.statusCode, refused.json().error.message]).toEqual([
      413,
      'El archivo supera los 2,5 MB. Envía uno más pequeño.',
    ])
    await portal.set('fileUploadSizeLimit', 15_000_000)
    await portal.context.db.deleteFrom('visitor_throttle').execute()
  })

  test('can upload a limited number of files per hour', async () => {
    for (let sent = 0; sent < anonymousFilesPerHour; sent++)
      expect((await uploadFileAs(portal, portal.anonymous)).statusCode).toBe(200)
    const refused = await uploadFileAs(portal, portal.anonymous)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '3600'])
    expect(refused.json().message).toBe('too_many_attempts')
    portal.setClock(new Date(now.getTime() + msPerHour))
    expect((await uploadFileAs(portal, portal.anonymous)).statusCode).toBe(200)
    portal.setClock(now)
  })
})

describe('a file can be attached', () => {
  const take = (sent: Parameters<typeof claimUploads>[1]['sent'], maker = userId) =>
    claimUploads(portal.context, { sent, uploader: { userId: maker }, now })

  test('only once', async () => {
    const { id } = (await uploadFileAs(portal, anna)).json()
    expect(await take([{ id }])).toEqual([id])
    expect(await take([{ id }])).toBe('file_unknown')
  })

  test('only by its uploader', async () => {
    const { id } = (await uploadFileAs(portal, anna)).json()
    expect(await take([{ id }], await insertUser(portal.context.db))).toBe('file_unknown')
  })

  test('inline in the JSON too, and is inspected as well', async () => {
    const [id] = await take([{ filename: 'a.txt', content: aPdf.toString('base64') }])
    expect(await uploadOf(id!)).toMatchObject({ file_name: 'a.pdf', used_at: now })
    expect(await take([{ filename: 'a.pdf', content: Buffer.from('text').toString('base64') }])).toBe('file_kind')
  })

  test('as a data URL created by a browser', async () => {
    const content = `data:application/pdf;base64,${aPdf.toString('base64')}`
    const [id] = await take([SentFile.parse({ name: 'a.pdf', content })])
    expect(await uploadOf(id!)).toMatchObject({ file_name: 'a.pdf', size_bytes: aPdf.length })
    const wrong = SentFile.safeParse({ name: 'a.pdf', content: 'data:application/pdf;base64;no' })
    expect(wrong.success).toBe(false)
  })
})

describe('a user can store a limited number of', () => {
  let petra: TestVisitor
  let petraId: number
  beforeAll(async () => {
    petraId = await insertUser(portal.context.db)
    petra = await portal.as(petraId)
  })
  const quota = { filesPerDay: 60, bytesPerDay: 200_000_000, files: 1_000, bytes: 1_000_000_000 }
  const limit = async (name: keyof typeof quota, most: number) => {
    for (const [each, value] of Object.entries(quota)) await portal.set(`uploads.${each}`, each === name ? most : value)
  }
  const outcome = async (content?: Buffer) => {
    const { statusCode, payload } = await uploadFileAs(portal, petra, { content })
    const { error } = JSON.parse(payload)
    return error ? [statusCode, error.code, error.message] : [statusCode]
  }

  test('files per day, and continue on the next', async () => {
    await limit('filesPerDay', 2)
    expect((await outcome())[0]).toBe(200)
    expect((await outcome())[0]).toBe(200)
    expect(await outcome()).toEqual([
      429,
      'upload_files_per_day',
      'Hoy ya has enviado 2 archivos, el máximo en un día. Sigue mañana.',
    ])
    portal.setClock(new Date(now.getTime() + 86_500_000))
    petra = await portal.as(petraId)
    expect((await outcome())[0]).toBe(200)
    portal.setClock(now)
  })

  test('bytes per day', async () => {
    await limit('bytesPerDay', 1_000_000)
    const large = Buffer.concat([aPhoto, Buffer.alloc(1_100_000)])
    const sentence = 'Con este archivo superarías los 1 MB en un día. Envía uno más pequeño o sigue mañana.'
    expect(await outcome(large)).toEqual([429, 'upload_bytes_per_day', sentence])
  })

  test('files in total, also with concurrent uploads, and inline in JSON', async () => {
    await limit('files', 10)
    const { length: stored } = await ofPetra()
    const outcomes = await Promise.all(Array.from({ length: 9 }, () => outcome()))
    expect(outcomes.filter(([status]) => status === 200)).toHaveLength(10 - stored)
    expect(outcomes.find(([status]) => status === 409)).toEqual([
      409,
      'upload_files',
      'Ya guardamos 10 archivos tuyos, el máximo. Escríbenos para liberar espacio.',
    ])
    expect(await ofPetra()).toHaveLength(10)
    const sent = [{ filename: 'a.pdf', content: aPdf.toString('base64') }]
    expect(await claimUploads(portal.context, { sent, uploader: { userId: petraId }, now })).toBe('file_quota')
    await limit('files', 1_000)
  })

  test('bytes in total', async () => {
    await limit('bytes', 10_000_000)
    const large = Buffer.concat([aPhoto, Buffer.alloc(10_000_000)])
    expect((await outcome(large)).slice(0, 2)).toEqual([409, 'upload_bytes'])
    await limit('bytes', quota.bytes)
  })

  const ofPetra = () =>
    portal.context.db.selectFrom('upload').where('user_id', '=', petraId).select('upload_id').execute()
})

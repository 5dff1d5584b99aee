import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { downloadAttachment } from '#domains/contracts/downloads.ts'
import { findDutiesOf, openDuty } from '#domains/duties/server/duty-store.ts'
import { readPdfInfo, readPdfSignatures, readPdfStructure, readPdfText } from '#kit/server/pdf/pdf-testing.ts'
import {
  acceptSignatureAnnex,
  listSignatures,
  markSignatureSummaryRead,
  readSignature,
  sendSignatureCode,
  signDocument,
} from '../api.ts'
import { downloadSignatureDocument } from '../downloads.ts'
import { redactExpiredCodes } from './redact-signature-codes.ts'
import { expireSignature } from './signature-jobs.ts'
import {
  anotherCode,
  createAnotherSignature,
  createPendingSignature,
  readMailedCode,
  title,
} from './signatures-testing.ts'

const start = new Date('2026-11-20T09:00:00Z')
const minutesLater = (count: number) => new Date(start.getTime() + count * 60_000)

let portal: TestPortal
let stranger: TestVisitor
let anna: Awaited<ReturnType<typeof createPendingSignature>>
let visitor: TestVisitor

beforeAll(async () => {
  portal = await startTestPortal({ now: start })
  const { db } = portal.context
  stranger = await portal.as(await insertUser(db, { customerIds: [await insertCustomer(db)] }))
})
afterAll(() => portal.close())
beforeEach(async () => {
  portal.setClock(start)
  anna = await createPendingSignature(portal)
  visitor = await portal.as(anna.userId)
})

const ofAnna = () => ({ params: { signatureId: anna.id } })
const requestCode = (channel: 'email' | 'sms' = 'email') =>
  visitor.sendRaw(sendSignatureCode, { ...ofAnna(), body: { channel } })
const signWith = (code: string, signer = visitor) => signer.sendRaw(signDocument, { ...ofAnna(), body: { code } })

async function changeState() {
  const { db } = portal.context
  const row = db.selectFrom('change_request').select('state').where('change_request_id', '=', anna.changeRequestId)
  return (await row.executeTakeFirstOrThrow()).state
}

async function messagesOfKind(kind: string) {
  const { db } = portal.context
  return db
    .selectFrom('outbox_message')
    .selectAll()
    .where('kind', '=', kind)
    .where('user_id', '=', anna.userId)
    .execute()
}

describe('a contract whose holder was identified too long ago', () => {
  test.each([
    ['gets no code', () => requestCode()],
    ['is not signed', () => signWith('000000')],
  ])('%s, and has to be requested anew', async (_, attempt) => {
    const { db } = portal.context
    const { contractId } = anna.contract
    await db
      .updateTable('signature')
      .set({ subject_kind: 'contract', subject_id: contractId })
      .where('signature_id', '=', anna.id)
      .execute()
    await openDuty(db, {
      ...{ kind: 'identification', subject: `signed_contract:${contractId}`, customerId: anna.customerId, contractId },
      ...{ place: null, at: minutesLater(-31 * 24 * 60) },
      facts: { topics: [], energy: 'electricity', powerWatts: null },
    })
    const refused = await attempt()
    expect([refused.statusCode, refused.json().error.code]).toEqual([409, 'identification_outdated'])
    expect(await visitor.send(readSignature, ofAnna())).toMatchObject({ state: 'cancelled' })
  })
})

describe('a document to sign', () => {
  test('names its subject, its signer, its deadline and the channels for a code', async () => {
    expect(await visitor.send(readSignature, ofAnna())).toEqual({
      id: anna.id,
      state: 'waiting',
      title,
      created_at: start.toISOString(),
      expires_at: '2026-12-20T23:00:00.000Z',
      signed_at: null,
      signer: { name: 'Anna Soler', holder: 'Anna Soler' },
      contract: { name: anna.contract.name, type: 'electricity' },
      contracts: [{ name: anna.contract.name, type: 'electricity' }],
      document_sha256: createHash('sha256').update(anna.document).digest('hex'),
      summary: null,
      annex: null,
      channels: [
        { channel: 'email', to: 'a•••@example.test' },
        { channel: 'sms', to: '••• ••• 678' },
      ],
      code: null,
      documents: ['original'],
    })
  })

  test('has no summary to read where it needs none', async () => {
    const body = { summary_sha256: '0'.repeat(64) }
    const answers = [
      await visitor.sendRaw(markSignatureSummaryRead, { ...ofAnna(), body }),
      await visitor.sendRaw(downloadSignatureDocument, { ...ofAnna(), query: { type: 'summary' } }),
    ]
    expect(answers.map((answer) => [answer.statusCode, answer.json().error.code])).toEqual([
      [404, 'no_summary'],
      [404, 'no_summary'],
    ])
  })

  test('is returned unchanged, downloaded or framed by our own pages only', async () => {
    const documentReply = await visitor.sendRaw(downloadSignatureDocument, ofAnna())
    expect(documentReply.rawPayload).toEqual(anna.document)
    expect(documentReply.headers['content-disposition']).toContain(`attachment; filename="${title}.pdf"`)
    expect(documentReply.headers['x-frame-options']).toBe('DENY')
    const shown = await visitor.sendRaw(downloadSignatureDocument, { ...ofAnna(), query: { disposition: 'inline' } })
    expect(shown.headers['content-disposition']).toMatch(/^inline;/)
    expect(shown.headers['x-frame-options']).toBe('SAMEORIGIN')
    expect(shown.headers['content-security-policy']).toContain("frame-ancestors 'self'")
    expect(shown.headers['content-type']).toBe('application/pdf')
  })

  test('is listed for its signer until its deadline, oldest first', async () => {
    portal.setClock(minutesLater(24 * 60))
    const second = await createAnotherSignature(portal, anna, 'iban')
    visitor = await portal.as(anna.userId)
    const { items } = await visitor.send(listSignatures, {})
    expect(items.map(({ id, url }) => [id, url])).toEqual([
      [anna.id, `/signature/${anna.id}`],
      [second.id, `/signature/${second.id}`],
    ])
    portal.setClock(start)
    expect(await stranger.send(listSignatures, {})).toEqual({ items: [] })
    portal.setClock(new Date('2026-12-20T23:00:00Z'))
    const later = await (await portal.as(anna.userId)).send(listSignatures, {})
    expect(later.items.map(({ id }) => id)).toEqual([second.id])
  })
})

describe('an unauthorised user', () => {
  const calls = [
    ['read a signature', readSignature, {}],
    ['download its document', downloadSignatureDocument, {}],
    ['request a code', sendSignatureCode, { body: { channel: 'email' } }],
    ['sign', signDocument, { body: { code: '123456' } }],
  ] as const

  test.each(calls)('cannot %s without a session', async (_, call, more) => {
    const answer = await portal.anonymous.sendRaw(call as typeof signDocument, { ...ofAnna(), ...more } as never)
    expect(answer.statusCode).toBe(401)
  })

  test.each(calls)('cannot %s of another user, which is not found', async (_, call, more) => {
    const answer = await stranger.sendRaw(call as typeof signDocument, { ...ofAnna(), ...more } as never)
    expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'not_found'])
  })

  test.each(calls)('cannot %s by an invalid id, which is not found', async (_, call, more) => {
    const answer = await visitor.sendRaw(
      call as typeof signDocument,
      { params: { signatureId: '1 or 1' }, ...more } as never,
    )
    expect(answer.statusCode).toBe(404)
  })

  test('who is read-only can read, but neither request a code nor sign', async () => {
    const readonly = await portal.as(anna.userId, { readonly: true })
    expect((await readonly.sendRaw(readSignature, ofAnna())).statusCode).toBe(200)
    expect((await readonly.sendRaw(downloadSignatureDocument, ofAnna())).statusCode).toBe(200)
    for (const answer of [
      await readonly.sendRaw(sendSignatureCode, { ...ofAnna(), body: { channel: 'email' } }),
      await readonly.sendRaw(signDocument, { ...ofAnna(), body: { code: '123456' } }),
    ])
      expect([answer.statusCode, answer.json().message]).toEqual([403, 'token_readonly'])
    expect(await messagesOfKind('signatures.code')).toEqual([])
  })

  test('cannot list signatures without a session', async () => {
    expect((await portal.anonymous.sendRaw(listSignatures, {})).statusCode).toBe(401)
  })
})

describe('a code', () => {
  test('is sent by mail, and the reply has its destination, expiry and number of tries', async () => {
    const answer = await requestCode()
    expect(answer.json().code).toEqual({
      channel: 'email',
      to: 'a•••@example.test',
      expires_at: minutesLater(10).toISOString(),
      tries_left: 5,
    })
    const [message] = await messagesOfKind('signatures.code')
    expect(message).toMatchObject({
      contract_id: null,
      values: { title, minutes: 10, code: expect.stringMatching(/^\d{6}$/) },
    })
  })

  test('is sent by text message to the phone of the contract', async () => {
    await requestCode('sms')
    const folder = join(portal.context.config.dataFolder, 'sms')
    const [file] = (await readdir(folder)).sort().reverse()
    const text = await readFile(join(folder, file!), 'utf8')
    expect(text).toMatch(/^To: \+34612345678\nAt: 2026-11-20T09:00:00.000Z\n\n\d{6} es tu código para firmar\./)
    expect(await messagesOfKind('signatures.code')).toEqual([])
    const code = /\n(\d{6}) /.exec(text)![1]!
    expect((await signWith(code)).json().state).toBe('signed')
  })

  test('is not readable in the database except in the message itself', async () => {
    await requestCode()
    const code = await readMailedCode(portal, anna.id)
    const row = await portal.context.db
      .selectFrom('signature')
      .selectAll()
      .where('signature_id', '=', anna.id)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(code)
  })

  test('is redacted once its message is sent or it has expired', async () => {
    const { db } = portal.context
    await requestCode()
    await db.updateTable('outbox_message').set({ sent_at: start }).where('kind', '=', 'signatures.code').execute()
    await redactExpiredCodes(db, start)
    expect((await messagesOfKind('signatures.code')).map(({ values }) => values)).toMatchObject([
      { title, code: '••••••' },
    ])
    await requestCode()
    await redactExpiredCodes(db, minutesLater(9))
    expect(await messagesOfKind('signatures.code')).toHaveLength(2)
    await redactExpiredCodes(db, minutesLater(10))
    expect(await messagesOfKind('signatures.code')).toHaveLength(1)
  })

  test('is invalid once the next one is sent', async () => {
    await requestCode()
    const first = await readMailedCode(portal, anna.id)
    await requestCode()
    const second = await readMailedCode(portal, anna.id)
    if (first !== second) expect((await signWith(first)).json().error.code).toBe('code_wrong')
    expect((await signWith(second)).statusCode).toBe(200)
  })

  test('is not sent by text message without a phone number', async () => {
    await portal.context.db.updateTable('customer').set({ phone: null }).execute()
    const answer = await requestCode('sms')
    expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'no_phone'])
    expect(Object.keys(answer.json().errors)).toEqual(['channel'])
    expect((await visitor.send(readSignature, ofAnna())).channels).toHaveLength(1)
  })

  test('is not sent by an unknown channel', async () => {
    const answer = await visitor.sendRaw(sendSignatureCode, { ...ofAnna(), body: { channel: 'pigeon' as never } })
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([400, ['channel']])
  })

  test('is sent up to five times in an hour, even concurrently, and again later', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => requestCode()))
    const statuses = answers.map(({ statusCode }) => statusCode).sort()
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
    const refused = answers.find(({ statusCode }) => statusCode === 429)!
    expect(refused.json().error.code).toBe('too_many_codes')
    expect(refused.headers['retry-after']).toBe('3600')
    portal.setClock(minutesLater(60))
    visitor = await portal.as(anna.userId)
    expect((await requestCode()).statusCode).toBe(200)
  })
})

describe('signing', () => {
  test('requires six digits', async () => {
    await requestCode()
    const answer = await signWith('12345')
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors).toEqual({ code: ['Escribe las seis cifras del código.'] })
    expect((await visitor.send(readSignature, ofAnna())).code!.tries_left).toBe(5)
  })

  test('requires a code that was sent and has not expired', async () => {
    const before = await signWith('123456')
    expect([before.statusCode, before.json().error.code]).toEqual([409, 'code_expired'])
    await requestCode()
    const code = await readMailedCode(portal, anna.id)
    portal.setClock(minutesLater(10))
    const late = await signWith(code)
    expect([late.statusCode, late.json().error.code]).toEqual([409, 'code_expired'])
    expect(await changeState()).toBe('waiting_for_signature')
  })

  test('with a wrong code reports the remaining tries, and after five requires another code', async () => {
    await requestCode()
    const code = await readMailedCode(portal, anna.id)
    for (const left of [4, 3, 2, 1]) {
      const answer = await signWith(anotherCode(code))
      expect([answer.statusCode, answer.json().error.code, answer.json().tries_left]).toEqual([400, 'code_wrong', left])
      expect(answer.json().errors).toEqual({ code: [expect.stringMatching(/no es el último código/)] })
    }
    for (const typedCode of [anotherCode(code), code]) {
      const answer = await signWith(typedCode)
      expect([answer.statusCode, answer.json().error.code]).toEqual([409, 'too_many_attempts'])
      expect(answer.json().errors.code).toEqual(['Has agotado los intentos con este código. Pide otro.'])
    }
    expect(await changeState()).toBe('waiting_for_signature')
    await requestCode()
    expect((await signWith(await readMailedCode(portal, anna.id))).statusCode).toBe(200)
  })

  test('cannot be brute-forced by concurrent tries', async () => {
    await requestCode()
    const wrong = anotherCode(await readMailedCode(portal, anna.id))
    const answers = await Promise.all(Array.from({ length: 12 }, () => signWith(wrong)))
    const codes = answers.map((answer) => answer.json().error.code).sort()
    expect(codes.filter((code) => code === 'code_wrong')).toHaveLength(4)
    expect(codes.filter((code) => code === 'too_many_attempts')).toHaveLength(8)
  })

  test('applies what was requested, once, and stores the evidence', async () => {
    await requestCode()
    const answer = await visitor.sendRaw(
      signDocument,
      { ...ofAnna(), body: { code: await readMailedCode(portal, anna.id) } },
      { headers: { 'user-agent': 'Firefox de prueba' } },
    )
    expect(answer.json()).toMatchObject({
      state: 'signed',
      signed_at: start.toISOString(),
      documents: ['original', 'signed'],
    })
    expect(await changeState()).toBe('sent')
    const row = await portal.context.db
      .selectFrom('signature')
      .selectAll()
      .where('signature_id', '=', anna.id)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ state: 'signed', code_hash: null })
    expect(await findDutiesOf(portal.context.db, `signature:${anna.id}`)).toMatchObject([
      { kind: 'signature', state: 'done' },
    ])
    expect(row.evidence).toEqual({
      signatureId: anna.id,
      title,
      documentSha256: createHash('sha256').update(anna.document).digest('hex'),
      documentBytes: anna.document.length,
      signer: { userId: anna.userId, name: 'Anna Soler', holder: 'Anna Soler' },
      signedAt: start.toISOString(),
      address: '127.0.0.1',
      browser: 'Firefox de prueba',
      code: { channel: 'email', to: 'a•••@example.test' },
      provider: portal.context.settings.now().organization.name,
      summary: null,
      annex: null,
    })
    const [audited] = await portal.context.db
      .selectFrom('audit_entry')
      .selectAll()
      .where('subject', '=', `signature:${anna.id}`)
      .execute()
    expect(audited).toMatchObject({ action: 'document_signed', actor_user_id: anna.userId })

    for (const again of [await signWith('123456'), await requestCode()])
      expect([again.statusCode, again.json().error.code]).toEqual([409, 'already_signed'])
    expect((await visitor.send(listSignatures, {})).items).toEqual([])
    expect(await messagesOfKind('signatures.code')).toEqual([])
  })

  test('is refused, like a code for it, when another document was read, and uses up no try', async () => {
    const document_sha256 = '0'.repeat(64)
    const refused = [409, 'document_changed']
    const body = { channel: 'email', document_sha256 } as const
    const codeReply = await visitor.sendRaw(sendSignatureCode, { ...ofAnna(), body })
    expect([codeReply.statusCode, codeReply.json().error.code]).toEqual(refused)
    expect(await messagesOfKind('signatures.code')).toEqual([])

    await requestCode()
    const code = await readMailedCode(portal, anna.id)
    const signReply = await visitor.sendRaw(signDocument, { ...ofAnna(), body: { code, document_sha256 } })
    expect([signReply.statusCode, signReply.json().error.code]).toEqual(refused)
    expect(await visitor.send(readSignature, ofAnna())).toMatchObject({ state: 'waiting', code: { tries_left: 5 } })
  })

  test('is refused, like a code for it, until its summary was read, and then once that is recorded', async () => {
    const summary_sha256 = 'a'.repeat(64)
    const paper = { title: 'Resumen', lead: '', facts: [], notes: [] }
    await portal.context.db
      .updateTable('signature')
      .set({ summary: JSON.stringify([paper]), summary_key: 'k', summary_sha256, summary_sent_at: start })
      .where('signature_id', '=', anna.id)
      .execute()
    const codeReply = await visitor.sendRaw(sendSignatureCode, { ...ofAnna(), body: { channel: 'email' } })
    const refused = [codeReply, await signWith('000000')]
    expect(refused.map((answer) => [answer.statusCode, answer.json().error.code])).toEqual([
      [409, 'summary_unread'],
      [409, 'summary_unread'],
    ])
    expect(await messagesOfKind('signatures.code')).toEqual([])
    const read = await visitor.send(markSignatureSummaryRead, { ...ofAnna(), body: { summary_sha256 } })
    expect(read.summary).toMatchObject({ read_at: start.toISOString(), papers: [paper] })
    await requestCode()
    expect((await signWith(await readMailedCode(portal, anna.id))).statusCode).toBe(200)
  })

  test('is refused, like a code for it, until its annex is accepted, which is then sealed as a paper of its own', async () => {
    const { db, files } = portal.context
    const paper = { title: 'Renuncia al bono social', lead: '', facts: [], notes: [] }
    const annex_sha256 = createHash('sha256').update(anna.document).digest('hex')
    await db
      .updateTable('signature')
      .set({ annex: JSON.stringify(paper), annex_key: await files.put(anna.document), annex_sha256 })
      .where('signature_id', '=', anna.id)
      .execute()
    const refused = [await requestCode(), await signWith('000000')]
    expect(refused.map((answer) => [answer.statusCode, answer.json().error.code])).toEqual([
      [409, 'annex_unaccepted'],
      [409, 'annex_unaccepted'],
    ])
    const accept = (by: TestVisitor, sha256 = annex_sha256) =>
      by.sendRaw(acceptSignatureAnnex, { ...ofAnna(), body: { annex_sha256: sha256 } })
    const stranger = await portal.as(await insertUser(db))
    const others = [portal.anonymous, stranger, await portal.as(anna.userId, { readonly: true })]
    const answers = await Promise.all(others.map((each) => accept(each)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 404, 403])
    expect((await accept(visitor, 'x')).statusCode).toBe(400)
    expect((await accept(visitor, '0'.repeat(64))).json().error.code).toBe('document_changed')
    expect((await accept(visitor)).json().annex).toEqual({
      sha256: annex_sha256,
      accepted_at: start.toISOString(),
      paper,
    })
    const download = (type: 'annex' | 'signed_annex') =>
      visitor.sendRaw(downloadSignatureDocument, { ...ofAnna(), query: { type } })
    expect((await download('annex')).rawPayload).toEqual(anna.document)
    expect((await download('signed_annex')).json().error.code).toBe('not_signed')

    await requestCode()
    expect((await signWith(await readMailedCode(portal, anna.id))).statusCode).toBe(200)
    const sealed = (await download('signed_annex')).rawPayload
    expect(await readPdfSignatures(sealed)).toContain('Signature Validation: Signature is Valid.')
    expect((await readPdfText(sealed)).split('\f')[1]).toContain('Renuncia al bono social')
    const stored = db.selectFrom('attachment').where('contract_id', '=', anna.contract.contractId).select('name')
    expect((await stored.execute()).map(({ name }) => name).sort()).toEqual([title, paper.title].sort())
    const [message] = await messagesOfKind('signatures.signed')
    expect(message!.attachments).toHaveLength(2)
    expect((await accept(visitor)).json().error.code).toBe('already_signed')
  })

  test('has no annex to accept where it needs none', async () => {
    const body = { annex_sha256: '0'.repeat(64) }
    const answer = await visitor.sendRaw(acceptSignatureAnnex, { ...ofAnna(), body })
    expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'no_annex'])
  })

  test('from two devices at once happens once', async () => {
    await requestCode()
    const code = await readMailedCode(portal, anna.id)
    const devices = [visitor, await portal.as(anna.userId), await portal.as(anna.userId)]
    const answers = await Promise.all(devices.map((device) => signWith(code, device)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
    for (const answer of answers.filter(({ statusCode }) => statusCode === 409))
      expect(answer.json().error.code).toBe('already_signed')
    expect(await messagesOfKind('signatures.signed')).toHaveLength(1)
    const attachments = portal.context.db.selectFrom('attachment').where('contract_id', '=', anna.contract.contractId)
    expect(await attachments.selectAll().execute()).toHaveLength(1)
  })

  test('changes nothing but the tries when what was requested cannot be applied, and can be repeated', async () => {
    await requestCode()
    const { db } = portal.context
    const code = await readMailedCode(portal, anna.id)
    await db.updateTable('signature').set({ subject_kind: 'unknown' }).where('signature_id', '=', anna.id).execute()
    expect((await signWith(code)).statusCode).toBe(500)
    await db
      .updateTable('signature')
      .set({ subject_kind: 'change_request' })
      .where('signature_id', '=', anna.id)
      .execute()
    expect(await visitor.send(readSignature, ofAnna())).toMatchObject({ state: 'waiting', code: { tries_left: 4 } })
    expect((await signWith(code)).statusCode).toBe(200)
  })

  test('fails when the stored document does not have its recorded hash', async () => {
    await requestCode()
    const { db } = portal.context
    const code = await readMailedCode(portal, anna.id)
    await db
      .updateTable('signature')
      .set({ document_sha256: '0'.repeat(64) })
      .where('signature_id', '=', anna.id)
      .execute()
    expect((await signWith(code)).statusCode).toBe(500)
    expect(await changeState()).toBe('waiting_for_signature')
  })
})

describe('the signed PDF with evidence', () => {
  let copy: Buffer

  beforeEach(async () => {
    await requestCode()
    await signWith(await readMailedCode(portal, anna.id))
    copy = (await visitor.sendRaw(downloadSignatureDocument, { ...ofAnna(), query: { type: 'signed' } })).rawPayload
  })

  test('does not exist before the document is signed', async () => {
    const { id } = await createAnotherSignature(portal, anna, 'iban')
    const answer = await visitor.sendRaw(downloadSignatureDocument, {
      params: { signatureId: id },
      query: { type: 'signed' },
    })
    expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'not_signed'])
  })

  test('has a valid seal over its whole content, and begins with what was read', async () => {
    const report = await readPdfSignatures(copy)
    expect(report).toContain('Signature Validation: Signature is Valid.')
    expect(report).toContain('Total document signed')
    expect(copy.subarray(0, anna.document.length)).toEqual(anna.document)
    expect(await readPdfInfo(copy)).toMatch(/Tagged: +yes/)
  })

  test('states who signed what, when, from where and with which code', async () => {
    const pages = (await readPdfText(copy)).split('\f')
    expect(pages[0]).toContain('Pides cambiar la potencia de 4,6 kW a 3,45 kW.')
    const hash = createHash('sha256').update(anna.document).digest('hex')
    for (const shown of [
      'Evidencias de la firma',
      'Anna Soler',
      '20/11/2026, 10:00:00 (GMT+01:00)',
      '127.0.0.1',
      'Por correo: a•••@example.test',
      anna.id,
      hash.match(/.{8}/g)!.join(' '),
    ])
      expect(pages[1]).toContain(shown)
    expect(await readPdfStructure(copy)).toMatch(
      /Lbl \(block\)\s+"Desde la dirección IP"\s+LBody \(block\)\s+"127.0.0.1"/,
    )
  })

  test('is stored with the contract and sent by mail', async () => {
    const { db } = portal.context
    const [attachment] = await db
      .selectFrom('attachment')
      .selectAll()
      .where('contract_id', '=', anna.contract.contractId)
      .execute()
    expect(attachment).toMatchObject({ name: title, category_name: 'Documento firmado', created_on: '2026-11-20' })
    const params = { attachmentID: String(attachment!.attachment_id) }
    expect((await visitor.sendRaw(downloadAttachment, { params })).rawPayload).toEqual(copy)
    const [message] = await messagesOfKind('signatures.signed')
    expect(message).toMatchObject({
      contract_id: anna.contract.contractId,
      link: `/signature/${anna.id}`,
      attachments: [{ fileKey: attachment!.file_key, fileName: `${title} (firmado).pdf` }],
    })
  })
})

describe('a document that can no longer be signed', () => {
  const failingHandlers = {
    change_request: {
      onSigned: async () => true,
      onUnsigned: async () => {
        throw new Error('cannot be cancelled')
      },
    },
  }

  test('has expired at its deadline, even before a job records it', async () => {
    await requestCode()
    const code = await readMailedCode(portal, anna.id)
    portal.setClock(new Date('2026-12-20T23:00:00Z'))
    visitor = await portal.as(anna.userId)
    expect(await visitor.send(readSignature, ofAnna())).toMatchObject({ state: 'expired', code: null })
    for (const answer of [await signWith(code), await requestCode()])
      expect([answer.statusCode, answer.json().error.code]).toEqual([409, 'signature_expired'])
  })

  test('expires together with what was requested, or not at all, and its requester is notified', async () => {
    const { db, clock } = portal.context
    portal.setClock(new Date('2026-12-20T23:00:00Z'))
    await expect(expireSignature({ db, clock, handlers: failingHandlers })).rejects.toThrow('cannot be cancelled')
    expect(await db.selectFrom('signature').selectAll().where('state', '=', 'expired').execute()).toEqual([])

    const { signatureHandlers } = await import('#app/server/wiring/mount-signatures.ts')
    while (await expireSignature({ db, clock, handlers: signatureHandlers }));
    expect(await changeState()).toBe('refused')
    expect(await findDutiesOf(db, `signature:${anna.id}`)).toMatchObject([{ state: 'cancelled' }])
    expect(await messagesOfKind('signatures.expired')).toMatchObject([{ values: { title } }])
    visitor = await portal.as(anna.userId)
    expect((await visitor.send(readSignature, ofAnna())).state).toBe('expired')
  })

  test('was cancelled', async () => {
    const { db } = portal.context
    await db.updateTable('signature').set({ state: 'cancelled' }).where('signature_id', '=', anna.id).execute()
    const answer = await requestCode()
    expect([answer.statusCode, answer.json().error.code]).toEqual([409, 'signature_cancelled'])
  })
})

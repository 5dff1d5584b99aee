import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHttpServer } from '#app/server/http/http-server.ts'
import { startTestPortal, type TestPortal } from '#app/server/testing/test-portal.ts'
import { insertLead, updateLead } from '#domains/lead-records/server/lead-store.ts'
import { hashResumeSecret } from '#domains/leads/server/resume-link.ts'
import { createSecret } from '#kit/server/secrets.ts'
import { createResumeLinkHook } from './resume-link-hook.ts'

let portal: TestPortal
/** The page side of the server, with pages that only state that they were shown. */
let app: FastifyInstance

beforeAll(async () => {
  portal = await startTestPortal({ environment: { BASE_PATH: '/office', PUBLIC_ORIGIN: 'https://portal.test' } })
  app = await createHttpServer(portal.context.config)
  app.get('/*', { preHandler: createResumeLinkHook(portal.context) }, async () => 'shown')
})
afterAll(async () => {
  await app.close()
  await portal.close()
})

async function aLead() {
  const { db, clock } = portal.context
  const [now, secret] = [clock(), createSecret()]
  const leadId = await insertLead(db, { kind: 'electricity', visitorHash: 'h', userId: null, locale: 'es', now })
  await updateLead(db, { leadId, now }, { resume_hash: hashResumeSecret(secret) })
  return { leadId, secret }
}

async function visit(url: string, method: 'GET' | 'HEAD' = 'GET') {
  const { statusCode, headers } = await app.inject({ method, url })
  return { status: statusCode, goesTo: headers.location, cookies: [headers['set-cookie'] ?? []].flat(), headers }
}

const page = '/office/nuevo-cliente-luz'

test('a visit by the link of a lead continues it on the same page, without its secret', async () => {
  const { leadId, secret } = await aLead()
  const { status, goesTo, cookies, headers } = await visit(`${page}?resume_link=${secret}&promocode=SOL`)
  expect([status, goesTo]).toEqual([302, `${page}?promocode=SOL&lead=${leadId}`])
  expect(headers['cache-control']).toBe('no-store')
  expect(headers['referrer-policy']).toBe('no-referrer')
  expect(cookies).toEqual([`resume_link=${secret}; Max-Age=2592000; Path=/office; HttpOnly; Secure; SameSite=Lax`])
})

test('a link that was scanned by programs still works', async () => {
  const { leadId, secret } = await aLead()
  expect((await visit(`${page}?resume_link=${secret}`, 'HEAD')).goesTo).toBeUndefined()
  for (let visits = 0; visits < 2; visits++)
    expect((await visit(`${page}?resume_link=${secret}`)).goesTo).toBe(`${page}?lead=${leadId}`)
})

test('an invalid link is reported, and the browser’s cookie stays', async () => {
  const { leadId, secret } = await aLead()
  const { db } = portal.context
  await db
    .updateTable('lead')
    .set({ expires_at: new Date(0) })
    .where('lead_id', '=', leadId)
    .execute()
  for (const wrong of [secret, 'x'])
    expect(await visit(`${page}?resume_link=${wrong}`)).toMatchObject({
      goesTo: `${page}?failed=link_over`,
      cookies: [],
    })
})

test('pages without a link are left unchanged, and no URL redirects to another site', async () => {
  expect(await visit(page)).toMatchObject({ status: 200, cookies: [] })
  const { secret } = await aLead()
  expect((await visit(`//elsewhere.test/?resume_link=${secret}`)).goesTo).toBeUndefined()
})

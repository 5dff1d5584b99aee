import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertContract, insertCurveDays, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal } from '#app/server/testing/test-portal.ts'
import type { DB } from '#db/tables.ts'
import type { DutyKind } from '#domains/duties/kinds.ts'
import { type DutySubject, openDuty, plainFacts } from '#domains/duties/server/duty-store.ts'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import type { Settings } from '#domains/retailer/settings.ts'
import type { Files } from '#outside/files/files.ts'
import { addDays, firstOfMonth } from '#vocabulary/day.ts'
import { msPerDay } from '#vocabulary/durations.ts'
import { deleteExpiredRows } from './delete-expired-rows.ts'
import { retentionRules } from './retention-rules.ts'
import { queueFileRemoval, removeStoredFile } from './stored-file-removal.ts'

const now = new Date('2026-11-22T12:00:00Z')

let portal: TestPortal
let userId: number
beforeAll(async () => {
  portal = await startTestPortal({ now })
  userId = await insertUser(portal.context.db)
})
afterAll(() => portal.close())

type Setting = keyof Settings['retention']
type Make = (at: Date) => Promise<unknown>
const db = () => portal.context.db
const add = (table: keyof DB, row: object) =>
  db()
    .insertInto(table)
    .values(row as never)
    .execute()
const long = new Date('2030-01-01T00:00:00Z')
const file = () => portal.context.files.putStream(Readable.from(['x']))

async function anUpload(row: object) {
  const upload_id = randomUUID()
  const { key } = await file()
  const rest = { file_name: 'dni.jpg', media_type: 'image/jpeg', size_bytes: 1 }
  await add('upload', { upload_id, file_key: key, ...rest, ...row })
  return upload_id
}

async function aCase(at: Date, row: object = {}) {
  const { case_id } = await db()
    .insertInto('support_case')
    .values({
      ...{ case_type: 'query', subject: 'Hola', state: 'accepted', locale: 'es', opened_at: at, updated_at: at },
      contact: JSON.stringify({ name: 'Eva', email: 'eva@example.test' }),
      ...row,
    })
    .returning('case_id')
    .executeTakeFirstOrThrow()
  const message = { case_id, author: 'customer', words: 'Hola', written_at: at }
  const { message_id } = await db()
    .insertInto('support_message')
    .values(message)
    .returning('message_id')
    .executeTakeFirstOrThrow()
  const upload_id = await anUpload({ created_at: at, used_at: at })
  await add('support_attachment', { case_id, message_id, place: 0, upload_id })
}

async function aDeclaration(at: Date) {
  const customer_id = await insertCustomer(db())
  const { contractId: contract_id } = await insertContract(db(), { customerId: customer_id })
  const { supply_declaration_id } = await db()
    .insertInto('supply_declaration')
    .values({
      ...{ customer_id, contract_id, kind: 'medical_device', state: 'refused', declared_by_user_id: userId },
      ...{ declared_at: at, decided_at: at },
    })
    .returning('supply_declaration_id')
    .executeTakeFirstOrThrow()
  const upload_id = await anUpload({ created_at: at, used_at: at })
  await add('supply_declaration_file', { customer_id, supply_declaration_id, upload_id, place: 0 })
}

async function aLead(row: object) {
  const { lead_id } = await db()
    .insertInto('lead')
    .values({ kind: 'power', visitor_hash: 'v', locale: 'es', created_at: now, ...row } as never)
    .returning('lead_id')
    .executeTakeFirstOrThrow()
  const upload_id = await anUpload({ created_at: now, used_at: now })
  await add('lead_file', { lead_id, purpose: 'invoice', upload_id })
}

const token = { user_id: 0, name: 'Casa', scopes: ['contracts:read'], created_at: now }
const message = { kind: 'a.b', send_at: now, values: '{}', to_address: 'eva@example.test' }
const report = { platform: 'sandbox', payload: '{}', apply_at: now }
const run = { kind: 'invoices', source: 'api', file_name: '' }

/** For each setting, the rows that it retains, created so that they end at an instant. */
const rows: [Setting, keyof DB, string, Make][] = [
  [
    'idempotentReplies',
    'idempotent_reply',
    'a reply',
    (at) =>
      add('idempotent_reply', {
        user_id: userId,
        idempotency_key: randomUUID(),
        request_hash: 'x',
        started_at: at,
      }),
  ],
  ...(['expires_at', 'revoked_at'] as const).map((column): [Setting, keyof DB, string, Make] => [
    'sessions',
    'session',
    `a session by its ${column}`,
    (at) =>
      add('session', {
        ...{ session_id: randomUUID(), user_id: userId, authenticated_at: at, last_seen_at: at, expires_at: long },
        [column]: at,
      }),
  ]),
  [
    'curves',
    'curve_correction',
    'a corrected day of a curve',
    (at) =>
      add('curve_correction', {
        ...{ supply_point_id: 1, day: '2021-01-01', source: 'F5D', step_minutes: 60, file_version: 0, import_wh: [1] },
        ...{ corrected_at: at, before_wh: 1, after_wh: 2, origin: 'command' },
      }),
  ],
  [
    'links',
    'account_link',
    'a mailed link',
    (at) =>
      add('account_link', {
        ...{ link_hash: randomUUID(), purpose: 'reset', user_id: userId, email: 'eva@example.test', locale: 'es' },
        ...{ created_at: at, expires_at: at },
      }),
  ],
  [
    'links',
    'operator_link',
    'a link of an operator',
    (at) => add('operator_link', { link_hash: randomUUID(), user_id: userId, expires_at: at }),
  ],
  [
    'links',
    'newsletter_confirmation',
    'a confirmation',
    (at) =>
      add('newsletter_confirmation', {
        ...{ confirmation_id: randomUUID(), email: 'eva@example.test', newsletter_ids: [1], locale: 'es' },
        ...{ requested_at: at, expires_at: at },
      }),
  ],
  [
    'attempts',
    'identity_challenge',
    'a question',
    (at) =>
      add('identity_challenge', { challenge_id: randomUUID(), purpose: 'step_up', challenge: 'x', expires_at: at }),
  ],
  [
    'attempts',
    'payment_hold',
    'a wait before a payment',
    (at) =>
      add('payment_hold', {
        ...{ hold_id: randomUUID(), per: 'user', value: randomUUID(), user_id: 1, tries: 9 },
        ...{ held_since: at, held_until: at },
      }),
  ],
  [
    'attempts',
    'login_throttle',
    'a log-in that was tried',
    (at) => add('login_throttle', { throttle_key: randomUUID(), attempts: 1, ends_at: at }),
  ],
  [
    'attempts',
    'visitor_throttle',
    'a visit that was counted',
    (at) => add('visitor_throttle', { throttle_key: randomUUID(), count: 1, ends_at: at }),
  ],
  [
    'accessKeys',
    'access_token',
    'a token that ended',
    (at) => add('access_token', { ...token, user_id: userId, secret_hash: randomUUID(), expires_at: at }),
  ],
  [
    'accessKeys',
    'access_token',
    'a token that was revoked',
    (at) =>
      add('access_token', { ...token, user_id: userId, secret_hash: randomUUID(), expires_at: long, revoked_at: at }),
  ],
  [
    'accessKeys',
    'client_credential',
    'a revoked credential',
    (at) => add('client_credential', { client_id: randomUUID(), user_id: userId, secret_hash: 'x', revoked_at: at }),
  ],
  [
    'messages',
    'outbox_message',
    'a mail that was sent',
    (at) => add('outbox_message', { ...message, message_id: randomUUID(), created_at: at, sent_at: at }),
  ],
  [
    'messages',
    'outbox_message',
    'a mail that was given up',
    (at) => add('outbox_message', { ...message, message_id: randomUUID(), created_at: at, given_up_at: at }),
  ],
  [
    'webhookEvents',
    'webhook_event',
    'an event',
    (at) => add('webhook_event', { event_id: randomUUID(), type: 'lead.closed', data: '{}', happened_at: at }),
  ],
  [
    'providerReports',
    'provider_event',
    'a report that was applied',
    (at) => add('provider_event', { ...report, event_id: randomUUID(), received_at: at, applied_at: at }),
  ],
  [
    'jobRuns',
    'job_run',
    'what a job did',
    (at) => add('job_run', { job: 'a', program: 'b', began_at: at, ended_at: at, worked: 1, failed: 0, slowest_ms: 1 }),
  ],
  [
    'imports',
    'import_run',
    'an import with its report',
    async (at) => add('import_run', { ...run, created_at: at, state: 'done', report_key: (await file()).key }),
  ],
  ['unusedFiles', 'upload', 'a file that was not used', (at) => anUpload({ created_at: at })],
  [
    'dataCopies',
    'data_export',
    'an expired copy',
    (at) =>
      add('data_export', {
        ...{ data_export_id: randomUUID(), user_id: userId, customer_ids: [], locale: 'es', run_at: at },
        ...{ requested_at: at, state: 'expired' },
      }),
  ],
  ['supplyDeclarations', 'supply_declaration', 'what was declared of a supply', aDeclaration],
  ['visitorCases', 'support_case', 'a case of a visitor', (at) => aCase(at)],
  ['expiredLeads', 'lead', 'a lead', (at) => aLead({ updated_at: at, expires_at: at })],
  [
    'contractLeads',
    'lead',
    'a lead with a contract',
    (at) => aLead({ updated_at: at, expires_at: at, contract_id: 1, customer_id: null }),
  ],
]

const countOf = async (table: keyof DB) =>
  Number(
    (
      await db()
        .selectFrom(table as 'session')
        .select((row) => row.fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
    ).count,
  )
const deps = () => ({ ...portal.context, settings: { now: () => defaultSettings } })
async function forget() {
  while (await deleteExpiredRows(deps()));
}

test('tests every rule, and has one for every setting', () => {
  const tried = [...rows.map(([setting, table]) => `${setting} ${table}`), 'usageCounts day_count', 'curves curve_day']
  expect(new Set(tried)).toEqual(new Set(retentionRules.map(({ setting, table }) => `${setting} ${table}`)))
  expect(new Set(retentionRules.map(({ setting }) => setting))).toEqual(new Set(Object.keys(defaultSettings.retention)))
})

test.each(rows)(
  'by %s, in %s, %s stays just within its retention and is deleted just past it',
  async (setting, table, _, make) => {
    await forget()
    const before = await countOf(table)
    const over = now.getTime() - defaultSettings.retention[setting] * msPerDay
    await make(new Date(over + 1_000))
    await forget()
    expect(await countOf(table)).toBe(before + 1)
    portal.setClock(new Date(now.getTime() + 2_000))
    await forget()
    portal.setClock(now)
    expect(await countOf(table)).toBe(before)
  },
)

test('deletes activity counted by day by the day', async () => {
  const day = (daysAgo: number) => new Date(now.getTime() - daysAgo * msPerDay).toISOString().slice(0, 10)
  await add('day_count', { day: day(1097), what: 'a', detail: '', count: 1 })
  await add('day_count', { day: day(1096), what: 'a', detail: '', count: 1 })
  await forget()
  expect(await countOf('day_count')).toBe(1)
})

test('drops months of curves as a whole, once their last day is past', async () => {
  const cutOff = new Date(now.getTime() - defaultSettings.retention.curves * msPerDay).toISOString().slice(0, 10)
  const curve = { supply_point_id: 1, source: 'F5D', step_minutes: 60, import_wh: [1], import_period_wh: [1] }
  const month = firstOfMonth(cutOff)
  await insertCurveDays(
    db(),
    [addDays(month, -40), addDays(month, -1), month, '2026-11-01'].map((day) => ({ ...curve, day })),
  )
  await forget()
  const days = await db().selectFrom('curve_day').orderBy('day').select('day').execute()
  expect(days.map(({ day }) => day)).toEqual([month, '2026-11-01'])
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_inherits where inhparent = 'curve_day'::regclass`.execute(db())
  expect(rows[0]!.count).toBe(2)
})

describe('keeps open rows however old they are', () => {
  const old = new Date('2015-01-01T00:00:00Z')
  test.each<[string, keyof DB, () => Promise<unknown>]>([
    [
      'a waiting mail',
      'outbox_message',
      () => add('outbox_message', { ...message, message_id: randomUUID(), created_at: old }),
    ],
    [
      'a report that is not applied',
      'provider_event',
      () => add('provider_event', { ...report, event_id: randomUUID(), received_at: old }),
    ],
    ['an import in progress', 'import_run', () => add('import_run', { ...run, created_at: old, state: 'waiting' })],
    ['an open case of a visitor', 'support_case', () => aCase(old, { state: 'in_process' })],
    ['a case of a customer', 'support_case', () => aCase(old, { opened_by_user_id: userId })],
    ['a file attached to something', 'upload', () => anUpload({ created_at: old, used_at: old })],
  ])('%s', async (_, table, make) => {
    await forget()
    const before = await countOf(table)
    await make()
    await forget()
    expect(await countOf(table)).toBeGreaterThan(before)
  })
})

describe('keeps as evidence for five years, and deletes then', () => {
  const ended = new Date('2026-11-20T10:00:00Z')
  const lastDay = new Date('2031-11-20T22:59:59Z')

  /** Opens the duty to keep something, as its domain does when it ends, and returns how many rows are kept at instants. */
  async function countKeptRows(table: keyof DB, kind: DutyKind, subject: DutySubject) {
    await openDuty(db(), { kind, subject, facts: { ...plainFacts, energy: 'electricity' }, place: null, at: ended })
    const counts: number[] = []
    for (const at of [new Date(ended.getTime() + 400 * msPerDay), lastDay, new Date(lastDay.getTime() + 1_000)]) {
      portal.setClock(at)
      // A shorter retention than the law, which is longer all the same.
      const retention = { ...defaultSettings.retention, contractLeads: 365, visitorCases: 90 }
      while (await deleteExpiredRows({ ...portal.context, settings: { now: () => ({ retention }) } }));
      counts.push(await countOf(table))
    }
    portal.setClock(now)
    return counts
  }

  beforeEach(async () => {
    for (const table of ['support_case', 'lead', 'duty'] as const) await db().deleteFrom(table).execute()
  })

  test('a case of a visitor', async () => {
    await aCase(ended)
    const { case_id: id } = await db().selectFrom('support_case').select('case_id').executeTakeFirstOrThrow()
    expect(await countKeptRows('support_case', 'case_evidence', `case:${id}`)).toEqual([1, 1, 0])
  })

  test('what proves a contract', async () => {
    await aLead({ updated_at: ended, expires_at: ended, contract_id: 1, customer_id: null })
    expect(await countKeptRows('lead', 'contract_evidence', 'signed_contract:1')).toEqual([1, 1, 0])
  })
})

test('deletes large numbers of rows in parts', async () => {
  const over = new Date(now.getTime() - 10 * msPerDay)
  const jobs = Array.from({ length: 501 }, () => ({
    ...{ job: 'a', program: 'b', began_at: over, ended_at: over, worked: 1, failed: 0, slowest_ms: 1 },
  }))
  await db().insertInto('job_run').values(jobs).execute()
  expect(await deleteExpiredRows(deps())).toBe(true)
  expect(await countOf('job_run')).toBe(1)
  expect(await deleteExpiredRows(deps())).toBe(false)
})

describe('a stored file', () => {
  beforeEach(() => db().deleteFrom('stored_file_removal').execute())
  const sweep = async (files: Files = portal.context.files) => removeStoredFile({ ...portal.context, files })

  test('is removed with its row, unless another row still refers to it', async () => {
    const { key } = await file()
    const upload_id = await anUpload({ created_at: now, used_at: now })
    const upload = await db()
      .selectFrom('upload')
      .where('upload_id', '=', upload_id)
      .selectAll()
      .executeTakeFirstOrThrow()
    await queueFileRemoval(db(), [key, upload.file_key], now)
    while (await sweep());
    expect(await portal.context.files.get(key)).toBeUndefined()
    expect(await portal.context.files.get(upload.file_key)).toBeDefined()
    expect(await countOf('stored_file_removal')).toBe(0)
  })

  test('is retried while the storage is unavailable', async () => {
    const { key } = await file()
    await queueFileRemoval(db(), [key], now)
    const away = { ...portal.context.files, remove: () => Promise.reject(new Error('ECONNREFUSED')) }
    await expect(sweep(away)).rejects.toThrow('ECONNREFUSED')
    expect(await sweep()).toBe(false)
    portal.setClock(new Date(now.getTime() + 10 * 60_000))
    expect(await sweep()).toBe(true)
    portal.setClock(now)
    expect(await portal.context.files.get(key)).toBeUndefined()
  })
})

import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { decideApproval, readApproval } from '#backoffice/approvals/api.ts'
import { approveAfter, createTestOperator, deskPortal } from '#domains/operators/desk/server/testing.ts'
import { readSettings } from '../../../settings-api.ts'
import { listSettings, saveSetting } from '../api.ts'

const noon = new Date('2026-11-20T11:00:00Z')
const { portal, operator, operatorId, customer } = await deskPortal({ now: noon })

const { visitor: approver, userId: approverId } = await createTestOperator(portal)

beforeEach(() => portal.setClock(noon))
afterAll(() => portal.close())

const settingOf = async (path: string) =>
  (await operator.send(listSettings, {})).items.find((setting) => setting.path === path)!
const save = async (path: string, value: unknown, version?: number) =>
  operator.sendRaw(saveSetting, {
    params: { path },
    body: { value, version: version ?? (await settingOf(path))?.version ?? 0 },
  })
const entryOf = (path: string) =>
  portal.context.db
    .selectFrom('audit_entry')
    .where('subject', '=', path)
    .orderBy('audit_entry_id', 'desc')
    .select(['action', 'actor_user_id', 'before', 'after'])
    .executeTakeFirst()

test('lists settings with their kind, value and constraints', async () => {
  expect(await settingOf('contracts.itemsPerPage')).toMatchObject({
    group: 'contracts',
    kind: 'whole_number',
    limits: [1, 150],
    default: 10,
    unit: 'contracts',
    hidden: false,
  })
  expect(await settingOf('home.type')).toMatchObject({ kind: 'one_of', values: expect.arrayContaining(['overview']) })
})

describe('a URL in a private network', () => {
  test('is refused when saved instead of being ignored later, for every setting', async () => {
    const { portal: strict, operator: asker } = await deskPortal({
      now: noon,
      environment: { PRIVATE_ADDRESSES: 'off' },
    })
    const { items } = await asker.send(listSettings, {})
    const addresses = items.filter(({ kind }) => kind === 'web_address')
    expect(addresses.map(({ path }) => path)).toContain('errorReporting.url')
    for (const { path, version } of addresses)
      for (const value of ['https://key@10.0.0.7/1', 'https://reports.internal/1', 'https://[fd00::1]/']) {
        const refused = await asker.sendRaw(saveSetting, { params: { path }, body: { value, version } })
        expect([path, refused.statusCode, refused.json().errors]).toEqual([
          path,
          400,
          { value: [expect.stringContaining('red privada')] },
        ])
      }
    const { path, version } = addresses[0]!
    const taken = await asker.sendRaw(saveSetting, {
      params: { path },
      body: { value: 'https://example.com/7', version },
    })
    expect(taken.statusCode).toBeLessThan(300)
    await strict.close()
  })
})

describe('a change', () => {
  test('takes effect at once and is recorded with its operator', async () => {
    const saved = await save('organization.name', 'Llum del Vallès')
    expect([saved.statusCode, saved.json()]).toEqual([200, { version: 1 }])
    expect((await portal.anonymous.send(readSettings, {})).organization.name).toBe('Llum del Vallès')
    expect(await settingOf('organization.name')).toMatchObject({ value: 'Llum del Vallès', changed: true, version: 1 })
    expect(await entryOf('organization.name')).toEqual({
      action: 'setting_changed',
      actor_user_id: operatorId,
      before: 'Demo Energia',
      after: 'Llum del Vallès',
    })
  })

  test('is refused if another operator has changed the setting meanwhile', async () => {
    const { version } = await settingOf('invoices.itemsPerPage')
    await save('invoices.itemsPerPage', 50, version)
    const refused = await save('invoices.itemsPerPage', 60, version)
    expect([refused.statusCode, refused.json().message]).toEqual([409, 'setting_changed'])
    expect(await settingOf('invoices.itemsPerPage')).toMatchObject({ value: 50, version: version + 1 })
  })

  test.each([
    ['invoices.itemsPerPage', 5000, 'límites'],
    ['features.signup', 'yes', 'sí o no'],
    ['home.type', 'nowhere', 'de la lista'],
    ['languages', [], 'al menos'],
    ['organization.email', 'nobody', 'correo'],
    ['brand.color', 'red', '#0b5a43'],
    ['maintenance.bypassSecret', 'short', '16'],
  ])('of %s to an invalid value is refused with a field error', async (path, value, words) => {
    const refused = await save(path, value)
    expect([refused.statusCode, refused.json().errors]).toEqual([400, { value: [expect.stringContaining(words)] }])
  })

  test('is refused in the operator’s language', async () => {
    const sent = { params: { path: 'session.idleMinutes' }, body: { value: 3, version: 0 } }
    const refused = await operator.sendRaw(saveSetting, sent, { headers: { 'accept-language': 'de' } })
    expect(refused.json().errors).toEqual({ value: ['Gib eine ganze Zahl innerhalb der Grenzen ein.'] })
  })

  test.each([
    ['defaultLocale', async () => save('languages', ['ca']), 'idioma'],
    [
      'session.idleMinutes',
      async () => save('session.absoluteHours', 1).then(() => save('session.idleMinutes', 61)),
      'sesión',
    ],
    [
      'maintenance.end',
      async () =>
        save('maintenance.start', '2026-12-01T22:00:00Z').then(() => save('maintenance.end', '2026-12-01T21:00:00Z')),
      'después',
    ],
  ])('that contradicts another setting is refused: %s', async (_, change, words) => {
    const refused = await change()
    expect([refused.statusCode, refused.json().errors?.value]).toEqual([400, [expect.stringContaining(words)]])
  })

  test('requires a value and a valid version', async () => {
    const refused = await operator.sendRaw(saveSetting, {
      params: { path: 'homepage' },
      body: { value: 'invoices', version: -1 },
    })
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, ['version']])
  })

  test('is refused for an unknown setting', async () => {
    expect((await save('invoices', {})).statusCode).toBe(404)
    expect((await save('constructor', 1)).statusCode).toBe(404)
  })

  test('requires recent authentication', async () => {
    portal.setClock(new Date(noon.getTime() + 11 * 60_000))
    expect((await save('homepage', 'contracts')).json().message).toBe('fresh_authentication_required')
  })
})

describe('a money-related setting', () => {
  const approve = (id: string) => approver.sendRaw(decideApproval, { params: { id }, body: { decision: 'approve' } })
  const idOf = async (path: string, value: unknown, version?: number) =>
    (await save(path, value, version)).json().approval_id as string
  const platforms = () => portal.context.settings.now().payment.platforms

  test('changes on every server once another operator approves it, with both in the log', async () => {
    const id = await idOf('payment.platforms', ['redsys'])
    expect(platforms()).toEqual([])
    expect(await settingOf('payment.platforms')).toMatchObject({ value: [], four_eyes: true, waiting_approval: { id } })
    expect((await approver.send(readApproval, { params: { id } })).detail).toEqual({
      ...{ kind: 'setting', path: 'payment.platforms', value_kind: 'list_of', before: [], after: ['redsys'] },
    })
    const another = await save('payment.platforms', ['stripe'])
    expect([another.statusCode, another.json().message]).toEqual([409, 'approval_open'])
    expect((await approve(id)).json()).toEqual({ state: 'approved', failure: null })
    expect(platforms()).toEqual(['redsys'])
    expect(await entryOf('payment.platforms')).toMatchObject({ action: 'setting_changed', actor_user_id: operatorId })
    expect(await entryOf(`approval:${id}`)).toMatchObject({ action: 'approval_approved', actor_user_id: approverId })
  })

  test('is validated before approval is requested', async () => {
    const refused = await save('organization.sepaSuffix', 'abcd')
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, ['value']])
    const stale = await save('organization.sepaSuffix', '001', 7)
    expect([stale.statusCode, stale.json().message]).toEqual([409, 'setting_changed'])
  })

  test('is not approved if it was changed meanwhile, for example by a command', async () => {
    const id = await idOf('organization.sepaSuffix', '002')
    await portal.set('organization.sepaSuffix', '009')
    const refused = await approve(id)
    expect([refused.statusCode, refused.json().message]).toEqual([409, 'approval_outdated'])
    expect(refused.json().current).toMatchObject({ before: '009', after: '002' })
    expect(portal.context.settings.now().organization.sepaSuffix).toBe('009')
  })

  test('includes the limit for refunds', async () => {
    await approveAfter(approver, save('approvals.refundsUnderEuros', 20))
    expect(portal.context.settings.now().approvals.refundsUnderEuros).toBe(20)
  })
})

test('a secret can be replaced and is never shown, not even in the log', async () => {
  const bypass = 'let-me-in-while-you-work'
  expect((await save('maintenance.bypassSecret', bypass)).statusCode).toBe(200)
  expect(portal.context.settings.now().maintenance.bypassSecret).toBe(bypass)
  const listed = await operator.sendRaw(listSettings, {})
  expect(listed.payload).not.toContain(bypass)
  expect(await settingOf('maintenance.bypassSecret')).toMatchObject({ hidden: true, value: null, changed: true })
  expect(await entryOf('maintenance.bypassSecret')).toMatchObject({ before: null, after: null })
})

test('customers have no access', async () => {
  const body = { value: 'contracts', version: 0 }
  expect((await customer.sendRaw(listSettings, {})).statusCode).toBe(401)
  expect((await customer.sendRaw(saveSetting, { params: { path: 'homepage' }, body })).statusCode).toBe(401)
})

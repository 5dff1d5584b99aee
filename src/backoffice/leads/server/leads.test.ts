import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertLead } from '#domains/lead-records/server/lead-store.ts'
import { deskPortal } from '#domains/operators/desk/server/testing.ts'
import { sendPowerLead } from '#domains/power-calculator/api.ts'
import { auditOf } from '#domains/session/server/session-testing.ts'
import { makeCups } from '#vocabulary/cups.ts'
import { handleLead, listLeads, readLead } from '../api.ts'
import { downloadLeadFile, exportLeads } from '../downloads.ts'

const noon = new Date('2026-11-20T11:00:00Z')
const beginning = { visitorHash: 'v', userId: null, locale: 'es', now: noon } as const
const cups = makeCups('0021', '990000000777')
const { portal, operator, operatorId, customer } = await deskPortal({ now: noon })
let evaLead: number
let fileId: string

beforeAll(async () => {
  const { db, files } = portal.context
  evaLead = await insertLead(
    db,
    { ...beginning, kind: 'electricity' },
    {
      name: 'Eva García Lluís',
      email: 'Eva@example.test',
      phone: '+34612345678',
      tax_id: '99100733N',
      cups20: cups.slice(0, 20),
      state: 'sent',
      findings: JSON.stringify({ isSolvent: false, isSamePerson: true }),
      steps: JSON.stringify({
        1: {
          step: 1,
          cups: { name: cups },
          address: { dp: '08500', ine: '08298', state: '08', poblacio: 'Vic', tv: 'Carrer', nv: 'Major', pnp: '1' },
          residence_type: 'habitual',
          cnae: 986,
          active_contract: true,
        },
        4: { step: 4, bank: { iban: 'ES91 2100 0418 4502 0005 1332' }, owner_is_bank_owner: true },
      }),
    },
  )
  await insertLead(
    db,
    { ...beginning, kind: 'gas', now: new Date(noon.getTime() + 1) },
    { name: '=cmd|calc', state: 'open' },
  )
  fileId = crypto.randomUUID()
  const file = { file_name: 'dni.jpg', media_type: 'image/jpeg', size_bytes: 4, created_at: noon, used_at: noon }
  const file_key = await files.put(Buffer.from('eva!'))
  await db
    .insertInto('upload')
    .values({ ...file, upload_id: fileId, scan_state: 'clean', file_key })
    .execute()
  await db.insertInto('lead_file').values({ lead_id: evaLead, purpose: 'identity_front', upload_id: fileId }).execute()
})
afterAll(() => portal.close())

const idsOf = async (query: object) =>
  (await operator.send(listLeads, { query: query as never })).items.map(({ id }) => id)
const params = () => ({ id: String(evaLead) })

describe('finds a lead by', () => {
  test.each([
    ['name prefixes', () => 'gar ev'],
    ['e-mail address', () => 'EVA@example.test'],
    ['phone number in any format', () => '612 34 56 78'],
    ['NIF', () => '99100733-n'],
    ['CUPS', () => cups],
    ['lead number', () => String(evaLead)],
  ])('%s', async (_, typed) => {
    expect(await idsOf({ q: typed() })).toEqual([evaLead])
  })

  test('kind, state and handling', async () => {
    expect(await idsOf({ kind: 'electricity' })).toEqual([evaLead])
    expect(await idsOf({ state: 'open' })).not.toContain(evaLead)
    expect(await idsOf({ handling: 'won' })).toEqual([])
    expect(await idsOf({ q: "zz' & |" })).toEqual([])
  })

  test('page, newest first', async () => {
    const page = await operator.send(listLeads, { query: { limit: 1, offset: 1 } as never })
    expect([page.total >= 2, page.items.map(({ id }) => id)]).toEqual([true, [evaLead]])
  })

  test.each([
    ['kind', { kind: 'boat' }],
    ['limit', { limit: 1000 }],
  ])('valid filters only: refuses an invalid %s', async (field, query) => {
    const refused = await operator.sendRaw(listLeads, { query: query as never })
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, [field]])
  })
})

test('returns a lead with its checks, entered data and files, and a masked account number', async () => {
  const lead = await operator.send(readLead, { params: params() })
  expect(lead).toMatchObject({
    is_solvent: false,
    is_same_person: true,
    expires_at: '2026-12-20T11:00:00.000Z',
    documents: [{ id: fileId, purpose: 'identity_front', name: 'dni.jpg' }],
  })
  expect(
    lead.sections.map(({ name, facts }) => [name, Object.fromEntries(facts.map((each) => [each.name, each.value]))]),
  ).toEqual([
    [
      'installation',
      {
        cups,
        address: 'Carrer Major 1, 08500 Vic',
        residence: 'habitual',
        activity: '9820 Actividades de los hogares como productores de servicios para uso propio',
        hasContract: true,
      },
    ],
    ['payment', { account: 'ES91 •••• 1332', ownAccount: true }],
  ])
})

test('a lead file can be downloaded, and the download is recorded', async () => {
  const file = await operator.sendRaw(downloadLeadFile, { params: { ...params(), fileId } })
  expect([file.statusCode, file.headers['content-type'], file.payload]).toEqual([200, 'image/jpeg', 'eva!'])
  expect(await auditOf(portal, operatorId)).toContainEqual(['lead_file_read', { purpose: 'identity_front' }])
})

test.each([
  ['waiting', 409, 'file_being_checked'],
  ['infected', 410, 'file_removed'],
])('a lead file whose scan is %s cannot be opened', async (scan_state, status, code) => {
  const setState = (state: string) =>
    portal.context.db.updateTable('upload').set({ scan_state: state }).where('upload_id', '=', fileId).execute()
  await setState(scan_state)
  const refused = await operator.sendRaw(downloadLeadFile, { params: { ...params(), fileId } })
  expect([refused.statusCode, refused.json().message]).toEqual([status, code])
  await setState('clean')
})

test('exports leads as CSV without formulas, and records the export', async () => {
  const file = await operator.sendRaw(exportLeads, { query: { q: '' } })
  expect(file.headers['content-disposition']).toContain('leads.csv')
  const [head, first, second] = file.payload.split('\r\n')
  expect(head).toContain('Solvencia;Identidad')
  expect(first).toContain(";'=cmd|calc;")
  expect(second).toContain("Eva García Lluís;99100733N;Eva@example.test;'+34612345678;")
  expect(second).toContain('Solvencia insuficiente;Identidad correcta')
  const found = await operator.sendRaw(exportLeads, { query: { q: 'garcia', kind: 'electricity' } })
  expect(found.payload.trim().split('\r\n')).toHaveLength(2)
  expect(await auditOf(portal, operatorId)).toContainEqual([
    'leads_exported',
    { kind: 'electricity', isSearched: true },
  ])
  expect((await operator.sendRaw(exportLeads, { query: { kind: 'boat' as never } })).statusCode).toBe(400)
})

describe('the handling of a lead', () => {
  test('is saved with a note and the operator, and recorded without the note', async () => {
    const body = { handling: 'contacted', note: ' Llamar el lunes. ' } as const
    expect((await operator.sendRaw(handleLead, { params: params(), body })).statusCode).toBe(204)
    expect(await operator.send(readLead, { params: params() })).toMatchObject({
      handling: 'contacted',
      note: 'Llamar el lunes.',
      handled_by: 'Jordi Ferrer',
      handled_at: noon.toISOString(),
    })
    expect(await auditOf(portal, operatorId)).toContainEqual(['lead_handled', { handling: 'contacted', hasNote: true }])
  })

  test.each([
    ['handling', { handling: 'lost again', note: '' }],
    ['note', { handling: 'lost', note: 'a'.repeat(2001) }],
  ])('is refused with an invalid %s', async (field, body) => {
    const refused = await operator.sendRaw(handleLead, { params: params(), body: body as never })
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, [field]])
  })
})

test.each(['0', 'x', '999999999', '99999999999999999999'])('returns 404 for lead %s', async (id) => {
  const replies = [
    operator.sendRaw(readLead, { params: { id } }),
    operator.sendRaw(handleLead, { params: { id }, body: { handling: 'won', note: '' } }),
    operator.sendRaw(downloadLeadFile, { params: { id, fileId } }),
    operator.sendRaw(downloadLeadFile, { params: { ...params(), fileId: crypto.randomUUID() } }),
  ]
  expect((await Promise.all(replies)).map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404])
})

test('customers have no access', async () => {
  const replies = [
    customer.sendRaw(listLeads, { query: {} }),
    customer.sendRaw(readLead, { params: params() }),
    customer.sendRaw(exportLeads, { query: {} }),
    customer.sendRaw(handleLead, { params: params(), body: { handling: 'won', note: '' } }),
    customer.sendRaw(downloadLeadFile, { params: { ...params(), fileId } }),
  ]
  expect((await Promise.all(replies)).map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401, 401])
})

describe('a new lead', () => {
  const body = {
    ...{
      name: 'Joan',
      surname1: 'Serra',
      email: 'joan@example.test',
      telephone: '612345679',
      contactHours: ['morning'],
    },
    ...{ consent: true, cups, optimalPower: 3.5, area: 80, numPersones: 3, cofSimul: 0.25 },
    appliances: [{ name: 'oven', enabled: true, totalPower: 3.5 }],
  } as never
  const findArrivalMessages = () =>
    portal.context.db.selectFrom('outbox_message').where('kind', '=', 'leads.arrived').selectAll().execute()

  test('notifies the retailer by mail with a link and no personal data', async () => {
    await portal.anonymous.send(sendPowerLead, { body })
    const [mail] = await findArrivalMessages()
    const [lead] = (await operator.send(listLeads, { query: { q: 'joan@example.test' } })).items
    expect(mail).toMatchObject({
      to_address: 'hola@demo-energia.example',
      values: { number: String(lead!.id), kind: 'power' },
      link: `/operator/leads/${lead!.id}`,
    })
    expect(JSON.stringify(mail)).not.toContain('oan')
  })

  test('notifies the address from the settings, if set', async () => {
    await portal.set('organization.leadsEmail', 'ventas@example.test')
    await portal.anonymous.send(sendPowerLead, { body })
    expect((await findArrivalMessages()).map(({ to_address }) => to_address)).toContain('ventas@example.test')
  })
})

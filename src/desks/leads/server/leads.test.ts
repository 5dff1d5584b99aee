import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDesk } from '#desks/operators/server/testing.ts'
import { addLead } from '#domains/leads/server/lead-store.ts'
import { sendPowerLead } from '#domains/power-calculator/api.ts'
import { auditOf } from '#domains/session/server/testing.ts'
import { makeCups } from '#vocabulary/cups.ts'
import { handleLead, listLeads, readLead } from '../api.ts'
import { downloadLeadFile, exportLeads } from '../downloads.ts'

const noon = new Date('2026-11-20T11:00:00Z')
const beginning = { visitorHash: 'v', userId: null, locale: 'es', now: noon } as const
const cups = makeCups('0021', '990000000777')
const { portal, operator, operatorId, customer } = await aDesk({ now: noon })
let evaLead: number
let fileId: string

beforeAll(async () => {
  const { db, files } = portal.context
  evaLead = await addLead(
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
  await addLead(
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

describe('a lead is found by', () => {
  test.each([
    ['the beginnings of their names', () => 'gar ev'],
    ['their address', () => 'EVA@example.test'],
    ['their phone, however it is typed', () => '612 34 56 78'],
    ['their NIF', () => '99100733-n'],
    ['the CUPS', () => cups],
    ['its number', () => String(evaLead)],
  ])('%s', async (_, typed) => {
    expect(await idsOf({ q: typed() })).toEqual([evaLead])
  })

  test('what it is about, how far it got and how far the retailer is', async () => {
    expect(await idsOf({ kind: 'electricity' })).toEqual([evaLead])
    expect(await idsOf({ state: 'open' })).not.toContain(evaLead)
    expect(await idsOf({ handling: 'won' })).toEqual([])
    expect(await idsOf({ q: "zz' & |" })).toEqual([])
  })

  test('its place, the last first', async () => {
    const page = await operator.send(listLeads, { query: { limit: 1, offset: 1 } as never })
    expect([page.total >= 2, page.items.map(({ id }) => id)]).toEqual([true, [evaLead]])
  })

  test.each([
    ['kind', { kind: 'boat' }],
    ['limit', { limit: 1000 }],
  ])('no %s that there is not', async (field, query) => {
    const refused = await operator.ask(listLeads, { query: query as never })
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, [field]])
  })
})

test('a lead is read with what was checked, what was typed and its files; of the account only its ends', async () => {
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

test('a file of a lead is read, and that it was is recorded', async () => {
  const file = await operator.ask(downloadLeadFile, { params: { ...params(), fileId } })
  expect([file.statusCode, file.headers['content-type'], file.payload]).toEqual([200, 'image/jpeg', 'eva!'])
  expect(await auditOf(portal, operatorId)).toContainEqual(['lead_file_read', { purpose: 'identity_front' }])
})

test.each([
  ['waiting', 409, 'file_being_checked'],
  ['infected', 410, 'file_removed'],
])('a file of a lead whose check is %s is opened by nobody', async (scan_state, status, code) => {
  const setState = (state: string) =>
    portal.context.db.updateTable('upload').set({ scan_state: state }).where('upload_id', '=', fileId).execute()
  await setState(scan_state)
  const refused = await operator.ask(downloadLeadFile, { params: { ...params(), fileId } })
  expect([refused.statusCode, refused.json().message]).toEqual([status, code])
  await setState('clean')
})

test('leads are exported as a spreadsheet opens them, no text is a formula, and that they were is recorded', async () => {
  const file = await operator.ask(exportLeads, { query: { q: '' } })
  expect(file.headers['content-disposition']).toContain('leads.csv')
  const [head, first, second] = file.payload.split('\r\n')
  expect(head).toContain('Solvencia;Identidad')
  expect(first).toContain(";'=cmd|calc;")
  expect(second).toContain("Eva García Lluís;99100733N;Eva@example.test;'+34612345678;")
  expect(second).toContain('Solvencia insuficiente;Identidad correcta')
  const found = await operator.ask(exportLeads, { query: { q: 'garcia', kind: 'electricity' } })
  expect(found.payload.trim().split('\r\n')).toHaveLength(2)
  expect(await auditOf(portal, operatorId)).toContainEqual([
    'leads_exported',
    { kind: 'electricity', isSearched: true },
  ])
  expect((await operator.ask(exportLeads, { query: { kind: 'boat' as never } })).statusCode).toBe(400)
})

describe('how far the retailer is', () => {
  test('is noted with a note, by whom, and recorded without it', async () => {
    const body = { handling: 'contacted', note: ' Llamar el lunes. ' } as const
    expect((await operator.ask(handleLead, { params: params(), body })).statusCode).toBe(204)
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
  ])('is not taken with a bad %s', async (field, body) => {
    const refused = await operator.ask(handleLead, { params: params(), body: body as never })
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, [field]])
  })
})

test.each(['0', 'x', '999999999', '99999999999999999999'])('there is no lead %s', async (id) => {
  const asked = [
    operator.ask(readLead, { params: { id } }),
    operator.ask(handleLead, { params: { id }, body: { handling: 'won', note: '' } }),
    operator.ask(downloadLeadFile, { params: { id, fileId } }),
    operator.ask(downloadLeadFile, { params: { ...params(), fileId: crypto.randomUUID() } }),
  ]
  expect((await Promise.all(asked)).map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404])
})

test('customers read nothing', async () => {
  const asked = [
    customer.ask(listLeads, { query: {} }),
    customer.ask(readLead, { params: params() }),
    customer.ask(exportLeads, { query: {} }),
    customer.ask(handleLead, { params: params(), body: { handling: 'won', note: '' } }),
    customer.ask(downloadLeadFile, { params: { ...params(), fileId } }),
  ]
  expect((await Promise.all(asked)).map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401, 401])
})

describe('whoever leaves their details', () => {
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
  const told = () =>
    portal.context.db.selectFrom('outbox_message').where('kind', '=', 'leads.arrived').selectAll().execute()

  test('is told to the retailer by mail, where they stand and not who they are', async () => {
    await portal.anonymous.send(sendPowerLead, { body })
    const [mail] = await told()
    const [lead] = (await operator.send(listLeads, { query: { q: 'joan@example.test' } })).items
    expect(mail).toMatchObject({
      to_address: 'hola@demo-energia.example',
      values: { number: String(lead!.id), kind: 'power' },
      link: `/operator/leads/${lead!.id}`,
    })
    expect(JSON.stringify(mail)).not.toContain('oan')
  })

  test('is told to the address of the settings where there is one', async () => {
    await portal.set('organization.leadsEmail', 'ventas@example.test')
    await portal.anonymous.send(sendPowerLead, { body })
    expect((await told()).map(({ to_address }) => to_address)).toContain('ventas@example.test')
  })
})

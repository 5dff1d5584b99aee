import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type CreatedContract,
  insertContract,
  insertCurveDays,
  insertCustomer,
  insertUser,
} from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { listContracts } from '#domains/contracts/api.ts'
import { findDutiesOf } from '#domains/duties/server/duty-store.ts'
import { aPdf } from '#domains/uploads/server/uploads-testing.ts'
import type { Call } from '#kit/call.ts'
import {
  changeAccount,
  changeAccountOfGas,
  changePower,
  listAccounts,
  listChanges,
  readPowerTerms,
  requestNoSipsCession,
  withdrawChange,
} from '../api.ts'
import { auditOfContract, signChange } from './changes-testing.ts'
import { recordChangeOutcome } from './complete-change.ts'

const now = new Date('2026-11-20T15:24:00Z')
const presentIban = 'ES9430353760575941403157'
const otherIban = 'ES3620805295124842414659'
let portal: TestPortal
let customerId: number
let anna: TestVisitor
let annaReadonly: TestVisitor
let stranger: TestVisitor
let contract: CreatedContract
let params: { contractName: string }

beforeAll(async () => {
  portal = await startTestPortal({ now })
  const { db } = portal.context
  customerId = await insertCustomer(db, { name: 'Anna Güell', tax_id: '12345678Z' })
  const userId = await insertUser(db, { customerIds: [customerId], email: 'anna@example.test' })
  anna = await portal.as(userId)
  annaReadonly = await portal.as(userId, { readonly: true })
  stranger = await portal.as(await insertUser(db, { customerIds: [await insertCustomer(db)] }))
})
afterAll(() => portal.close())
beforeEach(async () => {
  contract = await insertContract(portal.context.db, { customerId, iban: presentIban })
  params = { contractName: contract.name }
})

const power = {
  power_p1: 5500,
  power_p2: 5500,
  phone: '+34612345678',
  phone_num: '612345678',
  phone_pre: '+34',
}
const anew = { already_registered: 'no', iban: otherIban, owner_is_bank_owner: true } as const
const choice = { noCessionSelection: 'actual' } as const

async function readContract(name = contract.name) {
  const filter = JSON.stringify([['name', '=', name]])
  const { items } = await anna.send(listContracts, { query: { filter } })
  return items[0]!
}

async function changes() {
  return (await anna.send(listChanges, { params })).items
}

async function settled(outcome: 'done' | 'refused') {
  const changeRequestId = (await changes())[0]!.id
  return recordChangeOutcome(portal.context.db, { customerId, changeRequestId, outcome, now })
}

const refusal = async (visitor: TestVisitor, call: Call, body: object, at = params) => {
  const answer = await visitor.sendRaw(call, { params: at, body } as never)
  return [answer.statusCode, answer.json().message]
}

describe.each([
  ['the power', changePower, power, [406, 'power_change_open']],
  ['the account', changeAccount, anew, [409, 'iban_change_open']],
  ['the data released by the register', requestNoSipsCession, choice, [409, 'no_cession_sips_open']],
] as const)('a change of %s', (_, call, body, refusedWhileOpen) => {
  test('is refused in the order session, owner, read-only, state, body', async () => {
    const { db } = portal.context
    const ended = { contractName: (await insertContract(db, { customerId, state: 'baixa' })).name }
    expect(await refusal(portal.anonymous, call, {})).toEqual([401, 'unauthenticated'])
    expect(await refusal(stranger, call, body)).toEqual([404, 'not_found'])
    expect(await refusal(annaReadonly, call, {}, { contractName: 'none' })).toEqual([404, 'not_found'])
    expect(await refusal(annaReadonly, call, {}, ended)).toEqual([403, 'token_readonly'])
    expect(await refusal(anna, call, {}, ended)).toEqual([409, 'contract_not_active'])
    expect(await refusal(anna, call, { ...body, more: 1 })).toEqual([400, 'invalid'])
    expect(await changes()).toEqual([])
  })

  test('changes nothing before it is signed, and can be requested once', async () => {
    const before = await readContract()
    const answer = await anna.send(call as typeof changePower, { params, body: body as typeof power })
    expect(answer).toEqual({
      waiting_for_signature: true,
      signature: { id: expect.any(String), url: expect.stringMatching(/^\/signature\/[\w-]{36}$/) },
    })
    const after = await readContract()
    expect(after.waitingForSignature).toHaveLength(1)
    expect([after.contracted_power_period, after.bank_account]).toEqual([
      before.contracted_power_period,
      before.bank_account,
    ])
    expect(await changes()).toMatchObject([{ state: 'waiting_for_signature', signature: answer.signature }])
    expect(await refusal(anna, call, body)).toEqual(refusedWhileOpen)
  })

  test('writes audit entries and sends a mail with the link to the signature', async () => {
    const answer = await anna.send(call as typeof changePower, { params, body: body as typeof power })
    const log = await auditOfContract(portal, contract.contractId)
    expect(log).toMatchObject([['change_requested', { state: 'waiting_for_signature' }]])
    const mail = await portal.context.db
      .selectFrom('outbox_message')
      .where('link', '=', answer.signature!.url)
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(mail).toMatchObject({ kind: 'changes.waiting', contract_id: contract.contractId })
  })

  test('is withdrawn by its requester, and can then be requested again', async () => {
    await anna.send(call as typeof changePower, { params, body: body as typeof power })
    const changeId = String((await changes())[0]!.id)
    const back = { params: { ...params, changeId } }
    const refused = [portal.anonymous, stranger, annaReadonly].map((visitor) => visitor.sendRaw(withdrawChange, back))
    expect((await Promise.all(refused)).map((answer) => [answer.statusCode, answer.json().message])).toEqual([
      [401, 'unauthenticated'],
      [404, 'not_found'],
      [403, 'token_readonly'],
    ])
    expect(await changes()).toMatchObject([{ state: 'waiting_for_signature' }])
    await anna.send(withdrawChange, back)
    expect((await readContract()).waitingForSignature).toEqual([])
    expect(await changes()).toMatchObject([{ state: 'refused', reason: 'withdrawn', signature: null }])
    expect((await anna.sendRaw(withdrawChange, back)).json().message).toBe('change_not_waiting')
    expect((await anna.sendRaw(call, { params, body } as never)).statusCode).toBe(200)
  })
})

test.each([
  ['the account', 'ibanChange.enabled', changeAccount, anew],
  ['the account of a gas contract', 'ibanChange.enabled', changeAccountOfGas, anew],
  ['the data released by the register', 'features.noCesionSips', requestNoSipsCession, choice],
] as const)('%s is not changed where the retailer disables it with %s', async (_, setting, call, body) => {
  await portal.set(setting, false)
  const refused = [await refusal(anna, call, body), await refusal(annaReadonly, call, body)]
  await portal.set(setting, true)
  expect(refused).toEqual([
    [403, 'change_not_offered'],
    [403, 'token_readonly'],
  ])
  expect(await changes()).toEqual([])
})

describe('requested changes', () => {
  test('are visible to their holder only', async () => {
    await anna.send(changePower, { params, body: power })
    expect((await portal.anonymous.sendRaw(listChanges, { params })).statusCode).toBe(401)
    expect((await stranger.sendRaw(listChanges, { params })).statusCode).toBe(404)
    expect((await annaReadonly.sendRaw(listChanges, { params })).statusCode).toBe(200)
  })
})

describe('the power', () => {
  test('is sent to the distributor when signed, and changed once the distributor confirms it', async () => {
    await signChange(portal, anna, await anna.send(changePower, { params, body: { ...power, power_p1: 4601 } }))
    expect(await changes()).toMatchObject([{ kind: 'power', state: 'sent', power: [4.601, 5.5] }])
    expect((await readContract()).waitingForSignature).toEqual([])
    expect(await refusal(anna, changePower, power)).toEqual([406, 'power_change_open'])
    expect(await settled('done')).toBe(true)
    expect((await readContract()).contracted_power_period).toEqual([
      { period: 'P1', power: 4.601 },
      { period: 'P2', power: 5.5 },
    ])
    expect(await changes()).toMatchObject([{ state: 'done' }])
    expect(await auditOfContract(portal, contract.contractId)).toMatchObject([
      ['change_requested', { kind: 'power' }],
      ['change_moved', { state: 'sent' }],
      ['change_moved', { state: 'done' }],
    ])
  })

  test('applies from the day on which the distributor confirms it, an exact one unlike that of an import', async () => {
    const { db } = portal.context
    const powers = () =>
      db
        .selectFrom('contract_power')
        .where('contract_id', '=', contract.contractId)
        .where('from_day', '>', '2000-01-01')
        .select(['power_watts', 'is_exact'])
        .execute()
    await db
      .updateTable('contract')
      .set({ power_watts: [3_300, 3_300] })
      .where('contract_id', '=', contract.contractId)
      .execute()
    expect(await powers()).toEqual([{ power_watts: [3_300, 3_300], is_exact: false }])
    await signChange(portal, anna, await anna.send(changePower, { params, body: { ...power, power_p1: 4601 } }))
    await settled('done')
    expect(await powers()).toEqual([{ power_watts: [4_601, 5_500], is_exact: true }])
  })

  test('does not change when the distributor refuses', async () => {
    await signChange(portal, anna, await anna.send(changePower, { params, body: power }))
    await settled('refused')
    expect((await readContract()).contracted_power_period[0]).toEqual({ period: 'P1', power: 4.6 })
    expect(await changes()).toMatchObject([{ state: 'refused', reason: 'distributor' }])
    expect((await anna.sendRaw(changePower, { params, body: power })).statusCode).toBe(200)
  })

  test('above 15 kW has six periods', async () => {
    const six = { power_p1: 16000, power_p2: 16000, power_p3: 17000, power_p4: 17000, power_p5: 17000, power_p6: 18000 }
    await signChange(portal, anna, await anna.send(changePower, { params, body: { ...power, ...six } }))
    await settled('done')
    const { contracted_power_period: powers, tariff } = await readContract()
    expect(powers.map(({ power }) => power)).toEqual([16, 16, 17, 17, 17, 18])
    expect(tariff.name).toBe('3.0TD')
    // The earlier prices keep their three periods.
    const terms = await portal.context.db
      .selectFrom('contract_tariff')
      .where('contract_id', '=', contract.contractId)
      .orderBy('from_day')
      .select(['from_day', 'tariff'])
      .execute()
    expect(terms).toMatchObject([{ tariff: '2.0TD' }, { tariff: '3.0TD' }])
    expect(terms[1]!.from_day > '2000-01-01').toBe(true)
  })

  test.each([
    [
      { power_p1: 4600, power_p2: 4600 },
      { power_p1: 'Es la que ya tienes. Pon otra.', power_p2: 'Es la que ya tienes. Pon otra.' },
    ],
    [{ power_p1: 0 }, { power_p1: 'Pon esta potencia.' }],
    [{ power_p2: 900 }, { power_p2: 'Pon 1 kW o más.' }],
    [
      { power_p1: 16000, power_p2: 16000, power_p3: 17000, power_p4: 16500, power_p5: 17000 },
      { power_p4: 'Pon una igual o mayor que la anterior.', power_p6: 'Pon esta potencia.' },
    ],
    [
      { phone: '1004', phone_num: '1004', phone_pre: '' },
      { phone: 'Pon un teléfono de 9 cifras, como 612\u00a0345\u00a0678.' },
    ],
    [{ phone_num: '612345679' }, { phone_num: 'Este dato no es válido.' }],
  ])('is rejected by field for %j', async (given, errors) => {
    const answer = await anna.sendRaw(changePower, { params, body: { ...power, ...given } })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors).toEqual(
      Object.fromEntries(Object.entries(errors).map(([field, text]) => [field, [text]])),
    )
  })

  test('is not changed where the distributor accepts nothing or the retailer offers no change', async () => {
    const { db } = portal.context
    const closed = await insertContract(db, { customerId, atr_available: false })
    expect(await refusal(anna, changePower, power, { contractName: closed.name })).toEqual([409, 'atr_not_available'])
    await portal.set('features.powerChange', false)
    expect(await refusal(anna, changePower, power)).toEqual([403, 'change_not_offered'])
    await portal.set('features.powerChange', true)
  })

  test('is due at the distributor once it is signed, until it is done or refused', async () => {
    for (const outcome of ['refused', 'done'] as const) {
      const requested = await anna.send(changePower, { params, body: power })
      const subject = `change_request:${(await changes())[0]!.id}` as const
      expect(await findDutiesOf(portal.context.db, subject)).toEqual([])
      await signChange(portal, anna, requested)
      const sent = { kind: 'power_change', state: 'open', contract_id: contract.contractId, customer_id: customerId }
      expect(await findDutiesOf(portal.context.db, subject)).toMatchObject([sent])
      await settled(outcome)
      const state = outcome === 'done' ? 'done' : 'cancelled'
      expect(await findDutiesOf(portal.context.db, subject)).toMatchObject([{ state }])
    }
  })

  test('is early within twelve months of the last change, and then confirmed or refused', async () => {
    await signChange(portal, anna, await anna.send(changePower, { params, body: power }))
    await settled('done')
    expect((await anna.send(readPowerTerms, { params })).early_until).toBe('2027-11-20')
    const back = { ...power, power_p1: 4600, power_p2: 4600 }
    const unconfirmed = await anna.sendRaw(changePower, { params, body: back })
    expect([unconfirmed.statusCode, Object.keys(unconfirmed.json().errors)]).toEqual([400, ['accepts_early_change']])
    await portal.set('requests.earlyPowerChange', 'refuse')
    const refused = await anna.sendRaw(changePower, { params, body: { ...back, accepts_early_change: true } })
    await portal.set('requests.earlyPowerChange', 'confirm')
    expect([refused.statusCode, refused.json().message]).toEqual([409, 'power_change_too_soon'])
    expect(refused.json()).toMatchObject({ early_until: '2027-11-20' })
    const confirmed = await anna.send(changePower, { params, body: { ...back, accepts_early_change: true } })
    expect(confirmed.waiting_for_signature).toBe(true)
  })

  test('is never above the extension right that the register tells, up to which no extension is charged', async () => {
    const { db } = portal.context
    const { cups20 } = await db
      .selectFrom('supply_point')
      .where('supply_point_id', '=', contract.supplyPointId)
      .select('cups20')
      .executeTakeFirstOrThrow()
    const point = { cups20, energy: 'electricity', tariff_code: '018', in_file_of: '2026-11-01' }
    await db
      .insertInto('register_point')
      .values({ ...point, extension_right_watts: 5_750 })
      .execute()
    expect(await anna.send(readPowerTerms, { params })).toMatchObject({ highest_allowed_power: 5.75 })
    const above = await anna.sendRaw(changePower, { params, body: { ...power, power_p1: 5_751 } })
    expect(above.json().errors).toEqual({
      power_p1: [
        'Es más de lo que este suministro tiene derecho a contratar. Escribe menos o llámanos para ampliarlo.',
      ],
    })
    const allowed = await anna.send(changePower, { params, body: { ...power, power_p1: 5_750 } })
    expect(allowed.waiting_for_signature).toBe(true)
    await db.deleteFrom('register_point').where('cups20', '=', cups20).execute()
  })

  test('costs a verification where the contract is more than twenty years old', async () => {
    const { db } = portal.context
    const old = await insertContract(db, { customerId, signed_on: '2005-05-01' })
    const terms = await anna.send(readPowerTerms, { params: { contractName: old.name } })
    expect(terms.verification_right).toBe(8.01)
  })

  test('does not exist for gas', async () => {
    const gas = await insertContract(portal.context.db, { customerId, energy: 'gas' })
    expect(await refusal(anna, changePower, power, { contractName: gas.name })).toEqual([404, 'not_found'])
  })
})

describe('the cost of a power change', () => {
  test('is returned with the regulated prices of the day and the previous peak power', async () => {
    const { db } = portal.context
    const held = { supply_point_id: contract.supplyPointId, power_watts: 5750 }
    await db
      .insertInto('held_power')
      .values({ ...held, held_until: '2023-11-21' })
      .execute()
    await db
      .insertInto('held_power')
      .values({ ...held, held_until: '2023-11-20', power_watts: 9200 })
      .execute()
    expect(await anna.send(readPowerTerms, { params })).toEqual({
      held_power: 5.75,
      highest_power: [],
      connection_right: 9.04,
      access_right: 19.7,
      extension_right: 17.27,
      verification_right: null,
      highest_allowed_power: null,
      early_until: null,
      electricity_tax: expect.any(Number),
      tax: 21,
      tax_kind: 'vat',
      other_tariff: null,
      power_prices: null,
    })
  })

  test('includes the power prices, from which the monthly cost is derived', async () => {
    const { db } = portal.context
    const { product_id } = await db
      .selectFrom('contract')
      .where('contract_id', '=', contract.contractId)
      .select('product_id')
      .executeTakeFirstOrThrow()
    const prices = {
      powerPerKw: [
        { per: 'year', eur: '30' },
        { per: 'day', eur: '0.01' },
      ],
      energyEurPerKwh: ['0.2', '0.15', '0.1'],
      discounts: { power: '5' },
    }
    const row = { product_id, tariff: '2.0TD', valid_from: '2026-01-01', prices: JSON.stringify(prices) }
    await db.insertInto('product_price').values(row).execute()
    expect((await anna.send(readPowerTerms, { params })).power_prices).toEqual({ power: [30, 3.65], discount: 5 })
    await db.deleteFrom('product_price').where('product_id', '=', product_id).where('tariff', '=', '2.0TD').execute()
  })

  test('is returned to its holder only, including as a read-only user', async () => {
    const visitors = [portal.anonymous, stranger, annaReadonly]
    const answers = await Promise.all(visitors.map((visitor) => visitor.sendRaw(readPowerTerms, { params })))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 404, 200])
  })

  test('is returned without tax where the rate is unknown', async () => {
    const { db } = portal.context
    await db
      .updateTable('supply_point')
      .set({ province_code: '51' })
      .where('supply_point_id', '=', contract.supplyPointId)
      .execute()
    expect(await anna.send(readPowerTerms, { params })).toMatchObject({ tax: null, tax_kind: 'ipsi' })
  })

  test('includes the highest power of each period in the last year', async () => {
    const { db } = portal.context
    const measured = {
      supply_point_id: contract.supplyPointId,
      source: 'F1',
      step_minutes: 60,
      import_period_wh: [0, 0, 0],
    }
    const importWh = Array.from({ length: 24 }, (_, hour) => (hour === 12 ? 4_100 : 250))
    await insertCurveDays(db, [
      { ...measured, day: '2026-01-09', import_wh: importWh },
      { ...measured, day: '2025-01-09', import_wh: importWh.map((wh) => wh * 2) },
    ])
    const { highest_power } = await anna.send(readPowerTerms, { params })
    expect(highest_power).toEqual([
      { period: 'P1', power: 4.1, minutes: 60, date: '2026-01-09' },
      { period: 'P2', power: 0.25, minutes: 60, date: '2026-01-09' },
    ])
  })

  test('includes the prices of the product across 15 kW', async () => {
    const { db } = portal.context
    const { product_id } = await db
      .selectFrom('contract')
      .where('contract_id', '=', contract.contractId)
      .select('product_id')
      .executeTakeFirstOrThrow()
    const prices = {
      powerPerKw: [{ per: 'day', eur: '0.1' }, ...Array(5).fill({ per: 'year', eur: '12.5' })],
      energyEurPerKwh: ['0.21', '0.19', '0.17', '0.15', '0.13', '0.11'],
      surplusEurPerKwh: null,
      discounts: {},
    }
    await db
      .insertInto('product_price')
      .values({ product_id, tariff: '3.0TD', valid_from: '2024-01-01', prices: JSON.stringify(prices) })
      .execute()
    const { other_tariff } = await anna.send(readPowerTerms, { params })
    expect(other_tariff).toEqual({
      name: '3.0TD',
      power: [36.5, 12.5, 12.5, 12.5, 12.5, 12.5],
      energy: [0.21, 0.19, 0.17, 0.15, 0.13, 0.11],
    })
  })
})

describe('the account', () => {
  test('pays from the moment the mandate is signed', async () => {
    await signChange(portal, anna, await anna.send(changeAccount, { params, body: anew }))
    expect((await readContract()).bank_account?.printable_iban).toBe('ES36 •••• 4659')
    expect((await readContract()).waitingForSignature).toEqual([])
    expect(await changes()).toMatchObject([{ kind: 'iban', state: 'done', printable_iban: 'ES36 •••• 4659' }])
  })

  test('can be one that pays another contract, by its id in the account list', async () => {
    await insertContract(portal.context.db, { customerId, iban: otherIban })
    const { items } = await anna.send(listAccounts, {})
    const { is_revealable: _, ...present } = (await readContract()).bank_account!
    expect(items).toContainEqual(present)
    const other = items.find(({ printable_iban }) => printable_iban.startsWith('ES36'))!
    const body = { already_registered: 'yes', bank_id: other.id } as const
    await signChange(portal, anna, await anna.send(changeAccount, { params, body }))
    expect((await readContract()).bank_account).toMatchObject(other)
  })

  test('of gas is changed by the second version of the call', async () => {
    const gas = await insertContract(portal.context.db, { customerId, energy: 'gas', iban: presentIban })
    params = { contractName: gas.name }
    await signChange(portal, anna, await anna.send(changeAccountOfGas, { params, body: anew }))
    expect((await readContract(gas.name)).bank_account?.printable_iban).toBe('ES36 •••• 4659')
  })

  test.each([
    [
      { ...anew, iban: 'ES3620805295124842414658' },
      { iban: 'Revisa el IBAN: alguna cifra no encaja. Empieza por dos letras, como ES.' },
    ],
    [{ ...anew, iban: presentIban }, { iban: 'Esta cuenta ya paga el contrato. Elige otra.' }],
    [
      { ...anew, owner_is_bank_owner: false },
      { owner_is_bank_owner: 'Confirma que puedes domiciliar en esta cuenta.' },
    ],
    [{ already_registered: 'yes' as const }, { bank_id: 'Elige una cuenta.' }],
    [{ already_registered: true, bank_id: 999_999 }, { bank_id: 'Elige una cuenta.' }],
  ])('is rejected by field for %j', async (body, errors) => {
    const answer = await anna.sendRaw(changeAccount, { params, body })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors).toEqual(
      Object.fromEntries(Object.entries(errors).map(([field, text]) => [field, [text]])),
    )
  })

  test('requires a supporting file where the retailer asks for one', async () => {
    await portal.set('ibanChange.attachmentOnIbanChange', true)
    const without = await anna.sendRaw(changeAccount, { params, body: anew })
    expect(without.json().errors).toEqual({ files: ['Añade un justificante de la cuenta.'] })
    const page = { filename: 'recibo.pdf', content: Buffer.from('<html>').toString('base64') }
    const wrong = await anna.sendRaw(changeAccount, { params, body: { ...anew, files: [page] } })
    expect([wrong.statusCode, Object.keys(wrong.json().errors)]).toEqual([400, ['files']])
    expect(await changes()).toEqual([])
    const files = [{ filename: 'recibo.pdf', content: aPdf.toString('base64') }]
    expect((await anna.sendRaw(changeAccount, { params, body: { ...anew, files } })).statusCode).toBe(200)
    await portal.set('ibanChange.attachmentOnIbanChange', false)
  })

  test('requires a supporting file also where the retailer shows the list of files', async () => {
    await portal.set('ibanChange.showAddAttachmentsOnIbanChange', true)
    const without = await anna.sendRaw(changeAccount, { params, body: anew })
    const files = [{ filename: 'recibo.pdf', content: aPdf.toString('base64') }]
    const proved = await anna.sendRaw(changeAccount, { params, body: { ...anew, files } })
    await portal.set('ibanChange.showAddAttachmentsOnIbanChange', false)
    expect(without.json().errors).toEqual({ files: ['Añade un justificante de la cuenta.'] })
    expect(proved.statusCode).toBe(200)
  })

  test('accepts supporting files inside the JSON up to the size set by the retailer, and names the limit beyond it', async () => {
    const limit = 1_500_000
    await portal.set('fileUploadSizeLimit', limit)
    const ofBytes = (bytes: number) => ({
      filename: 'recibo.pdf',
      content: Buffer.concat([aPdf, Buffer.alloc(bytes - aPdf.length)]).toString('base64'),
    })
    const sendFiles = (files: object[]) => anna.sendRaw(changeAccount, { params, body: { ...anew, files } as never })
    const above = await sendFiles([ofBytes(limit + 1)])
    expect([above.statusCode, above.json().errors]).toEqual([
      400,
      { files: ['El archivo supera los 1,5 MB. Envía uno más pequeño.'] },
    ])
    const farAbove = await sendFiles([ofBytes(limit), ofBytes(limit)])
    expect([farAbove.statusCode, farAbove.json().message, farAbove.json().error.message]).toEqual([
      413,
      'inline_file_too_large',
      'El archivo supera los 1,5 MB. Envía uno más pequeño.',
    ])
    expect(await changes()).toEqual([])
    expect((await sendFiles([ofBytes(limit)])).statusCode).toBe(200)
    await portal.set('fileUploadSizeLimit', 15_000_000)
  })

  test('of a holder is unknown to any other user', async () => {
    expect(await stranger.send(listAccounts, {})).toEqual({ items: [] })
    expect((await portal.anonymous.sendRaw(listAccounts, {})).statusCode).toBe(401)
  })
})

describe('the data released by the register', () => {
  const readCessionState = async () => (await readContract()).no_cession_sips

  test('go through their three states', async () => {
    expect(await readCessionState()).toEqual({ state: 'unactive', waiting_for_signature: false })
    const cessionReply = await anna.send(requestNoSipsCession, { params, body: choice })
    expect(await readCessionState()).toEqual({ state: 'requested', waiting_for_signature: true })
    await signChange(portal, anna, cessionReply)
    expect(await readCessionState()).toEqual({ state: 'requested', waiting_for_signature: false })
    await settled('done')
    expect(await readCessionState()).toEqual({ state: 'active', waiting_for_signature: false })
    expect(await refusal(anna, requestNoSipsCession, choice)).toEqual([409, 'sips_already_active'])
  })

  test('are unchanged when nobody signs', async () => {
    await anna.send(requestNoSipsCession, { params, body: choice })
    await anna.send(withdrawChange, { params: { ...params, changeId: String((await changes())[0]!.id) } })
    expect(await readCessionState()).toEqual({ state: 'unactive', waiting_for_signature: false })
  })

  test('are unchanged where the distributor accepts nothing', async () => {
    const closed = await insertContract(portal.context.db, { customerId, atr_available: false })
    const at = { contractName: closed.name }
    expect(await refusal(anna, requestNoSipsCession, choice, at)).toEqual([409, 'atr_not_available'])
    expect((await readContract(closed.name)).no_cession_sips).toEqual({
      state: 'unactive',
      waiting_for_signature: false,
    })
  })

  test('require an existing choice', async () => {
    const answer = await anna.sendRaw(requestNoSipsCession, { params, body: { noCessionSelection: 'tots' } as never })
    expect(answer.json().errors).toEqual({ noCessionSelection: ['Elige el contrato actual.'] })
  })
})

test.each([
  ['another account', changeAccount, anew],
  ['another power', changePower, power],
])('%s needs no re-authentication besides the signing code, however old the sign-in is', async (_, call, body) => {
  portal.setClock(new Date(now.getTime() + 20 * 60_000))
  const answer = await anna.sendRaw(call as Call, { params, body } as never)
  expect([answer.statusCode, answer.json().waiting_for_signature]).toEqual([200, true])
  expect(answer.json().signature.url).toMatch(/^\/signature\//)
})

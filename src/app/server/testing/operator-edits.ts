import { handleLead, readLead } from '#backoffice/leads/api.ts'
import { handlings } from '#backoffice/leads/rules.ts'
import { changeNorm, listNorms, replaceNorm, withdrawNorm } from '#domains/duties/desk/norms/api.ts'
import { insertLead } from '#domains/lead-records/server/lead-store.ts'
import { addNewsletter, listAllNewsletters, saveNewsletter } from '#domains/newsletter/desk/api.ts'
import { addCampaign, readCampaign, saveCampaign, switchCampaign } from '#domains/offers/desk/coupons/api.ts'
import {
  addDistributor,
  addRetailer,
  listDistributors,
  listRetailers,
  saveDistributor,
  saveRetailer,
} from '#domains/offers/desk/market/api.ts'
import {
  addProduct,
  archiveProduct,
  changePrices,
  planPrices,
  readProduct,
  saveProduct,
  withdrawPrices,
} from '#domains/offers/desk/products/api.ts'
import { inviteOperator, listOperators, saveRoles } from '#domains/operators/desk/api.ts'
import { listPaymentHolds, releasePaymentHold } from '#domains/payments/desk/holds-api.ts'
import { paymentLimits } from '#domains/payments/payment-limits.ts'
import { storeHold } from '#domains/payments/server/hold-store.ts'
import { listFutures, readFuture, saveFuture } from '#domains/price-alerts/desk/api.ts'
import { futuresHeader, importFutures } from '#domains/price-alerts/server/import-futures.ts'
import {
  changeRegulatedPrice,
  planRegulatedPrice,
  readRegulatedPrice,
  withdrawRegulatedPrice,
} from '#domains/regulated-prices/desk/api.ts'
import { addContent, listContent, removeContent, saveContent } from '#domains/retailer/desk/content/api.ts'
import { listSettings, saveSetting } from '#domains/retailer/desk/settings/api.ts'
import { addCaseType, listCaseTypes, saveCaseType } from '#domains/support/desk/case-types/api.ts'
import { answerCustomer, assignCase, readCase } from '#domains/support/desk/cases/api.ts'
import { addEndpoint, changeEndpoint, readEndpoint } from '#domains/webhooks/desk/api.ts'
import type { Edit } from './edit.ts'
import type { TestPortal, TestVisitor } from './test-portal.ts'

/** Creates every versioned edit of operators. */
export async function createOperatorEdits(portal: TestPortal, operator: TestVisitor): Promise<Edit[]> {
  return [
    ...(await createMarketEdits(portal, operator)),
    ...(await createOfferEdits(operator)),
    ...(await createFigureEdits(operator)),
    ...(await createNormEdits(operator)),
    ...(await createContentEdits(operator)),
    ...(await createWorkEdits(portal, operator)),
    await createReleaseEdit(portal),
    ...(await createRoleEdits(operator)),
  ]
}

async function createReleaseEdit({ context: { db, clock } }: TestPortal): Promise<Edit> {
  const hold = (minutes: number) =>
    storeHold(db, { limit: paymentLimits[0], value: 'user:1', userId: 1, seconds: minutes * 60, now: clock() })
  await hold(10)
  const { hold_id: id } = await db.selectFrom('payment_hold').select('hold_id').executeTakeFirstOrThrow()
  return {
    call: releasePaymentHold,
    read: async (who) => (await who.send(listPaymentHolds, { query: {} })).items.find((each) => each.id === id)!,
    sent: (_, version) => ({ params: { id }, body: { version } }),
    meanwhile: () => hold(60),
    isLast: true,
  }
}

async function createMarketEdits({ context }: TestPortal, operator: TestVisitor): Promise<Edit[]> {
  const now = context.clock()
  await importFutures(context.db, [futuresHeader, 'FTB M Jan-27,2026-12-30,2026-11-18,70.10'].join('\n'), now)
  const future = String((await operator.send(listFutures, { query: {} })).items[0]!.id)
  const retailer = (await operator.send(addRetailer, { body: { energy: 'gas', name: 'Aurora' } })).id
  const grid = { name: 'Grid', website: null, breakdown_phone: null }
  const distributor = (await operator.send(addDistributor, { body: { ...grid, code: '0999' } })).id
  const { id: endpoint } = await operator.send(addEndpoint, {
    body: { url: 'https://erp.example.com/hook', description: 'ERP', event_types: null },
  })
  return [
    {
      call: saveFuture,
      code: 'future_changed',
      read: (who) => who.send(readFuture, { params: { id: future } }),
      sent: (value, version) => ({
        params: { id: future },
        body: { names: { es: `Enero ${value}` }, is_active: true, version },
      }),
    },
    {
      call: saveRetailer,
      code: 'retailer_changed',
      read: async (who) => {
        const { items } = await who.send(listRetailers, { query: { energy: 'gas' } })
        return items.find(({ id }) => id === retailer)!
      },
      sent: (value, version) => ({
        params: { id: String(retailer) },
        body: { name: `Aurora ${value}`, is_active: true, version },
      }),
    },
    {
      call: saveDistributor,
      code: 'distributor_changed',
      read: async (who) => {
        const { items } = await who.send(listDistributors, { query: { q: '0999' } })
        return items[0]!
      },
      sent: (value, version) => ({
        params: { id: String(distributor) },
        body: { ...grid, name: `Grid ${value}`, is_active: true, version },
      }),
    },
    {
      call: changeEndpoint,
      code: 'endpoint_changed',
      read: (who) => who.send(readEndpoint, { params: { id: String(endpoint) } }),
      sent: (value, version) => ({
        params: { id: String(endpoint) },
        body: { url: 'https://erp.example.com/hook', description: `ERP ${value}`, event_types: null, version },
      }),
    },
  ]
}

async function createOfferEdits(operator: TestVisitor): Promise<Edit[]> {
  const year = (eur: string) => ({ per: 'year', eur }) as const
  const prices = (value: number) => ({
    ...{ standing: [year('30'), year('1.4')], energy: [`0.2${value}`, '0.15', '0.11'], surplus: null },
    ...{ standing_discount: null, energy_discount: null },
  })
  const product = async (name: string) =>
    String((await operator.send(addProduct, { body: { energy: 'electricity', name, commercial_name: null } })).id)
  const [saved, archived, priced, withdrawn] = [
    await product('S1'),
    await product('S2'),
    await product('S3'),
    await product('S4'),
  ]
  const from = '2027-02-01'
  for (const id of [priced, withdrawn])
    await operator.send(planPrices, { params: { id }, body: { tariff: '2.0TD', valid_from: from, prices: prices(0) } })
  const at = (id: string) => ({ id, tariff: '2.0TD', from })
  const readOne = (id: string) => (who: TestVisitor) => who.send(readProduct, { params: { id } })
  const listOf = (id: string) => async (who: TestVisitor) =>
    (await readOne(id)(who)).price_lists.find(({ valid_from }) => valid_from === from)!
  const changed = (id: string, value: number, version: unknown) => ({
    params: at(id),
    body: { version, valid_from: from, prices: prices(value + 1) },
  })
  const campaign = {
    ...{ names: { es: 'Vecinos' }, descriptions: { es: 'Para ti' }, url: null, public_code: null },
    ...{ product_id: null, from_day: '2026-01-01', to_day: null, most_redemptions: null },
  }
  const [first, second] = [
    String((await operator.send(addCampaign, { body: campaign })).id),
    String((await operator.send(addCampaign, { body: campaign })).id),
  ]
  const readOf = (id: string) => (who: TestVisitor) => who.send(readCampaign, { params: { id } })
  return [
    {
      call: saveProduct,
      code: 'product_changed',
      read: readOne(saved),
      sent: (value, version) => ({
        params: { id: saved },
        body: { version, commercial_name: `Clara ${value}`, offer: null },
      }),
    },
    {
      call: archiveProduct,
      code: 'product_changed',
      isEitherOr: true,
      read: readOne(archived),
      sent: (value, version) => ({ params: { id: archived }, body: { version, archived: value % 2 === 0 } }),
    },
    {
      call: changePrices,
      code: 'prices_changed',
      read: listOf(priced),
      sent: (value, version) => changed(priced, value, version),
    },
    {
      call: withdrawPrices,
      code: 'prices_changed',
      isLast: true,
      read: listOf(withdrawn),
      meanwhile: async (value) =>
        operator.send(changePrices, changed(withdrawn, value, (await listOf(withdrawn)(operator)).version) as never),
      sent: (_, version) => ({ params: at(withdrawn), body: { version } }),
    },
    {
      call: saveCampaign,
      code: 'campaign_changed',
      read: readOf(first),
      sent: (value, version) => ({
        params: { id: first },
        body: { ...campaign, url: `https://example.com/${value}`, version },
      }),
    },
    {
      call: switchCampaign,
      code: 'campaign_changed',
      isEitherOr: true,
      read: readOf(second),
      sent: (value, version) => ({ params: { id: second }, body: { active: value % 2 === 1, version } }),
    },
  ]
}

async function createFigureEdits(operator: TestVisitor): Promise<Edit[]> {
  const row = (valid_from: string) => ({ valid_from, valid_to: null, values: ['10'], source: 'BOE-A-2026-99999' })
  const [vat, igic] = [row('2027-03-01'), row('2027-03-01')]
  await operator.send(planRegulatedPrice, { params: { name: 'vat' }, body: vat })
  await operator.send(planRegulatedPrice, { params: { name: 'igic' }, body: igic })
  const rowOf = (name: string) => async (who: TestVisitor) => {
    const { rows } = await who.send(readRegulatedPrice, { params: { name } })
    const { version, ...figure } = rows.find(({ valid_from: from }) => from === vat.valid_from)!
    return { version: version ?? undefined, ...figure }
  }
  const changed = (name: string, body: object, value: number, version: unknown) => ({
    params: { name, from: vat.valid_from },
    body: { ...body, values: [String(11 + value)], version },
  })
  return [
    {
      call: changeRegulatedPrice,
      code: 'figure_changed',
      read: rowOf('vat'),
      sent: (value, version) => changed('vat', vat, value, version),
    },
    {
      call: withdrawRegulatedPrice,
      code: 'figure_changed',
      isLast: true,
      read: rowOf('igic'),
      meanwhile: async (value) =>
        operator.send(
          changeRegulatedPrice,
          changed('igic', igic, value, (await rowOf('igic')(operator)).version) as never,
        ),
      sent: (_, version) => ({ params: { name: 'igic', from: vat.valid_from }, body: { version } }),
    },
  ]
}

async function createNormEdits(operator: TestVisitor): Promise<Edit[]> {
  const norm = (count: number) => ({
    ...{ law: null, article: null, source: null, state: 'in_force' as const, note: null, topic: null, energy: null },
    ...{ max_power_watts: null, count, unit: 'days' as const, recourse: null, compensation: null },
    ...{ valid_from: '2027-03-01', valid_to: null },
  })
  const codes = ['data.copy', 'data.erasure'] as const
  for (const code of codes) await operator.send(replaceNorm, { params: { code }, body: norm(9) })
  const rowOf = (code: string) => async (who: TestVisitor) => {
    const { items } = await who.send(listNorms, {})
    const { version, ...row } = items.find((item) => item.code === code)!.rows[0]!
    return { version: version ?? undefined, ...row }
  }
  const changed = (code: string, value: number, version: unknown) => ({
    params: { code, from: '2027-03-01' },
    body: { ...norm(10 + value), version },
  })
  return [
    { call: changeNorm, read: rowOf(codes[0]), sent: (value, version) => changed(codes[0], value, version) },
    {
      call: withdrawNorm,
      isLast: true,
      read: rowOf(codes[1]),
      meanwhile: async (value) =>
        operator.send(changeNorm, changed(codes[1], value, (await rowOf(codes[1])(operator)).version) as never),
      sent: (_, version) => ({ params: { code: codes[1], from: '2027-03-01' }, body: { version } }),
    },
  ]
}

async function createContentEdits(operator: TestVisitor): Promise<Edit[]> {
  const banner = (code: string, value: number) => ({
    kind: 'banner' as const,
    code,
    html: `<p>${value}</p>`,
    image: null,
  })
  for (const code of ['kept', 'gone']) await operator.send(addContent, { body: banner(code, 9) })
  const readOf = (key: string) => async (who: TestVisitor) => {
    const { items } = await who.send(listContent, { query: { kind: 'banner', q: key } })
    return items.find((item) => item.key === key)!
  }
  const saved = (key: string, value: number, version: unknown) => ({
    params: { kind: 'banner', key },
    body: { content: banner(key, value), version },
  })
  const path = 'organization.name'
  return [
    {
      call: saveContent,
      code: 'content_changed',
      read: readOf('kept'),
      sent: (value, version) => saved('kept', value, version),
    },
    {
      call: removeContent,
      code: 'content_changed',
      isLast: true,
      read: readOf('gone'),
      meanwhile: async (value) =>
        operator.send(saveContent, saved('gone', value, (await readOf('gone')(operator)).version) as never),
      sent: (_, version) => ({ params: { kind: 'banner', key: 'gone' }, body: { version } }),
    },
    {
      call: saveSetting,
      code: 'setting_changed',
      read: async (who) => (await who.send(listSettings, {})).items.find((setting) => setting.path === path)!,
      sent: (value, version) => ({ params: { path }, body: { value: `Llum ${value}`, version } }),
    },
  ]
}

async function createWorkEdits({ context }: TestPortal, operator: TestVisitor): Promise<Edit[]> {
  const { db, clock } = context
  const names = (value: number) => ({ es: `Nombre ${value}` })
  const type = { order: 1, active: true, energies: ['gas' as const], case_type: 'consultation', for_anyone: false }
  const { code } = await operator.send(addCaseType, { body: { ...type, names: names(9), kind: 'category' } })
  const newsletter = { descriptions: { es: 'Una vez al mes.' }, order: 2, active: true, locked: false }
  const { id: newsletterId } = await operator.send(addNewsletter, { body: { ...newsletter, names: names(9) } })
  const beginning = { visitorHash: 'v', userId: null, locale: 'es', now: clock(), kind: 'gas' } as const
  const leadId = String(await insertLead(db, beginning, { name: 'Eva', state: 'sent' }))
  const { case_id: caseId } = await db.selectFrom('support_case').select('case_id').executeTakeFirstOrThrow()
  const { user_id: operatorId } = await db
    .selectFrom('user_account')
    .where('role', '=', 'operator')
    .select('user_id')
    .executeTakeFirstOrThrow()
  const at = { id: String(caseId) }
  return [
    {
      call: saveCaseType,
      read: async (who) => {
        const { items } = await who.send(listCaseTypes, { query: { limit: 100 } as never })
        return items.find((item) => item.code === code)!
      },
      sent: (value, version) => ({
        params: { kind: 'category', code },
        body: { ...type, names: names(value), version },
      }),
    },
    {
      call: saveNewsletter,
      read: async (who) => {
        const { items } = await who.send(listAllNewsletters, { query: {} })
        return items.find(({ id }) => id === newsletterId)!
      },
      sent: (value, version) => ({
        params: { id: String(newsletterId) },
        body: { ...newsletter, names: names(value), version },
      }),
    },
    {
      call: handleLead,
      read: (who) => who.send(readLead, { params: { id: leadId } }),
      sent: (value, version) => ({
        params: { id: leadId },
        body: { handling: handlings[0], note: `Called ${value}`, version },
      }),
    },
    {
      call: assignCase,
      isEitherOr: true,
      read: (who) => who.send(readCase, { params: at }),
      sent: (value, version) => ({ params: at, body: { operator_id: value % 2 ? null : operatorId, version } }),
    },
    {
      call: answerCustomer,
      isEitherOr: true,
      read: (who) => who.send(readCase, { params: at }),
      sent: (value, version) => ({
        params: at,
        body: {
          message: 'We are on it.',
          state: value % 2 ? 'being_processed' : 'additional_information_required',
          version,
        },
      }),
    },
  ]
}

async function createRoleEdits(operator: TestVisitor): Promise<Edit[]> {
  const body = { login: 'mar', name: 'Mar Soler', email: 'mar@example.test', roles: ['administrator' as const] }
  const { id } = await operator.send(inviteOperator, { body })
  const roles = ['care', 'sales', 'content', 'money'] as const
  return [
    {
      call: saveRoles,
      read: async (who) => (await who.send(listOperators, { query: { q: 'mar' } })).items[0]!,
      sent: (value, version) => ({ params: { id: String(id) }, body: { roles: [roles[value]!], version } }),
    },
  ]
}

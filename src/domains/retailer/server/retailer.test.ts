import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { listBanners, listHtmlOfGroup, listHtmlOfPage, listHtmlRoutes, readBanner } from '../api.ts'
import { toPrivateSettings, toPublicSettings } from '../settings.ts'
import { readFeatureFlags, readPrivateSettings, readSettings } from '../settings-api.ts'
import { insertHtmlElement, insertHtmlRoute, saveBanner } from './html-store.ts'
import { loadRetailerBoot } from './retailer-boot.ts'

const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let portal: TestPortal
let customer: TestVisitor
let readonly: TestVisitor

beforeAll(async () => {
  portal = await startTestPortal({ environment: { BASE_PATH: '/office' } })
  const userId = await insertUser(portal.context.db)
  customer = await portal.as(userId)
  readonly = await portal.as(userId, { readonly: true })
})
afterAll(() => portal.close())
beforeEach(() => portal.set('features.enableServerElements', true))

describe('settings', () => {
  test('every visitor reads the public settings and nothing else', async () => {
    const settings = await portal.anonymous.send(readSettings, {})
    expect(settings).toEqual(toPublicSettings(portal.context.settings.now()))
    expect(settings).not.toHaveProperty('payment')
    expect(settings).not.toHaveProperty('jwtUserIdField')
    expect(settings.maintenance).not.toHaveProperty('bypassSecret')
  })

  test('a customer reads the private settings, also while impersonated', async () => {
    const expected = toPrivateSettings(portal.context.settings.now())
    expect(await customer.send(readPrivateSettings, {})).toEqual(expected)
    expect(await readonly.send(readPrivateSettings, {})).toEqual(expected)
  })

  test('the private settings are for customers only', async () => {
    await expect(portal.anonymous.send(readPrivateSettings, {})).rejects.toMatchObject({
      status: 401,
      code: 'unauthenticated',
    })
  })

  test('a change is visible to everybody', async () => {
    await portal.set('invoices.itemsPerPage', 50)
    expect((await customer.send(readPrivateSettings, {})).invoices.itemsPerPage).toBe(50)
  })

  test('there is no version 1 of the settings', async () => {
    const answer = await portal.anonymous.sendRaw(readSettings, {}, { version: 1 })
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ message: 'version_unknown' })
  })

  test('any call may name the language of its response', async () => {
    expect((await portal.anonymous.sendRaw(readSettings, { query: { lang: 'ca' } } as never)).statusCode).toBe(200)
  })
})

describe('feature flags', () => {
  test.each([1, 2])('every visitor reads them by their names, version %i', async (version) => {
    await portal.set('featureFlags.crm.case', false)
    const answer = await portal.anonymous.sendRaw(readFeatureFlags, {}, { version })
    expect(answer.json()).toEqual({ feature_flags: { 'coupons.coupon': true, 'crm.case': false } })
  })
})

describe('HTML blocks for a place', () => {
  beforeAll(async () => {
    const { db } = portal.context
    await insertHtmlElement(db, { name: 'Second', groupName: 'Login', html: '<p>Two</p>', priority: 2 })
    await insertHtmlElement(db, {
      name: 'First',
      groupName: 'Login',
      html: '<p onclick="x()">One <a href="/contact">contact</a></p>',
      height: '120px',
      width: '50%',
      priority: 1,
    })
    await insertHtmlElement(db, { name: 'Elsewhere', groupName: 'Signup', html: '<p>Three</p>' })
  })

  test('every visitor reads those of one place, the lowest priority number first, cleaned and with working links', async () => {
    const blocks = await portal.anonymous.send(listHtmlOfGroup, { query: { group_name: 'Login' } })
    expect(blocks).toEqual([
      {
        id: expect.any(Number),
        name: 'First',
        group_name: 'Login',
        html_block: '<p>One <a href="/office/contact">contact</a></p>',
        block_height: '120px',
        block_width: '50%',
        priority: 1,
        page_id: null,
      },
      expect.objectContaining({ name: 'Second', block_height: null, block_width: null }),
    ])
  })

  test('blocks inserted by another program are cleaned when read', async () => {
    const row = { name: 'Raw', group_name: 'Header', html_block: '<b>a</b><script>alert(1)</script>' }
    await portal.context.db.insertInto('html_element').values(row).execute()
    const [block] = await portal.anonymous.send(listHtmlOfGroup, { query: { group_name: 'Header' } })
    expect(block?.html_block).toBe('<b>a</b>')
  })

  test('a place without any returns none', async () => {
    expect(await portal.anonymous.send(listHtmlOfGroup, { query: { group_name: 'Nowhere' } })).toEqual([])
  })

  test('the place must be named, and nothing else', async () => {
    for (const query of [{}, { group_name: '' }, { group_name: 'Login', page_id: '1' }]) {
      const answer = await portal.anonymous.sendRaw(listHtmlOfGroup, { query } as never)
      expect(answer.statusCode).toBe(400)
    }
  })

  test('there are none while operator HTML is off', async () => {
    await portal.set('features.enableServerElements', false)
    expect(await portal.anonymous.send(listHtmlOfGroup, { query: { group_name: 'Login' } })).toEqual([])
  })

  test('legally required blocks remain', async () => {
    await insertHtmlElement(portal.context.db, { name: 'Privacy', groupName: 'Privacy-es', html: '<p>Privacidad</p>' })
    await portal.set('features.enableServerElements', false)
    const blocks = await portal.anonymous.send(listHtmlOfGroup, { query: { group_name: 'Privacy-es' } })
    expect(blocks.map(({ html_block }) => html_block)).toEqual([expect.stringContaining('Privacidad')])
  })
})

describe('pages of the retailer', () => {
  let pageId: number

  beforeAll(async () => {
    const { db } = portal.context
    pageId = await insertHtmlRoute(db, {
      routePath: 'savings',
      buttonTitle: 'Savings',
      buttonDescription: 'How to save',
    })
    await insertHtmlElement(db, { name: 'Body', groupName: 'Login', html: '<p>Save</p>', pageId })
  })

  test('a customer reads the list of pages', async () => {
    const expected = [{ id: pageId, route_path: 'savings', btn_description: 'How to save', btn_title: 'Savings' }]
    expect(await customer.send(listHtmlRoutes, {})).toEqual(expected)
    expect(await readonly.send(listHtmlRoutes, {})).toEqual(expected)
  })

  test('their texts are in the reader’s language, or else in the first', async () => {
    const id = await insertHtmlRoute(portal.context.db, {
      ...{ routePath: 'sol', buttonTitle: 'Sol', buttonDescription: 'Placas' },
      translations: { ca: { button_title: 'El sol', button_description: '' } },
    })
    for (const [locale, html] of [
      ['es', '<p>Hola</p>'],
      ['ca', '<p>Bon dia</p>'],
    ] as const)
      await insertHtmlElement(portal.context.db, { name: `Sol ${locale}`, groupName: 'Page', html, pageId: id, locale })
    async function read(locale: string) {
      const headers = { 'accept-language': locale }
      const routes = (await customer.sendRaw(listHtmlRoutes, {}, { headers })).json()
      const blocks = (await customer.sendRaw(listHtmlOfPage, { params: { pageId: String(id) } }, { headers })).json()
      const { btn_title, btn_description } = routes.find((route: { id: number }) => route.id === id)
      return [btn_title, btn_description, ...blocks.map((block: { html_block: string }) => block.html_block)]
    }
    expect(await read('ca')).toEqual(['El sol', 'Placas', '<p>Bon dia</p>'])
    expect(await read('de')).toEqual(['Sol', 'Placas', '<p>Hola</p>'])
    await portal.context.db.deleteFrom('html_element').where('page_id', '=', id).execute()
    await portal.context.db.deleteFrom('html_route').where('html_route_id', '=', id).execute()
  })

  test('a customer reads the blocks of one', async () => {
    const blocks = await customer.send(listHtmlOfPage, { params: { pageId: String(pageId) } })
    expect(blocks).toEqual([expect.objectContaining({ name: 'Body', html_block: '<p>Save</p>', page_id: pageId })])
  })

  test('its blocks appear nowhere else, whatever group they name', async () => {
    const blocks = await portal.anonymous.send(listHtmlOfGroup, { query: { group_name: 'Login' } })
    expect(blocks.map(({ name }) => name)).not.toContain('Body')
  })

  test('they are for customers only', async () => {
    await expect(portal.anonymous.send(listHtmlRoutes, {})).rejects.toMatchObject({ status: 401 })
    await expect(portal.anonymous.send(listHtmlOfPage, { params: { pageId: String(pageId) } })).rejects.toMatchObject({
      status: 401,
    })
  })

  test.each(['0', '999999', '99999999999', '1e3', 'savings', '-1', ' 1'])('there is no page %j', async (id) => {
    await expect(customer.send(listHtmlOfPage, { params: { pageId: id } })).rejects.toMatchObject({
      status: 404,
      code: 'not_found',
    })
  })

  test('there are none while operator HTML is off', async () => {
    await portal.set('features.enableServerElements', false)
    expect(await customer.send(listHtmlRoutes, {})).toEqual([])
    await expect(customer.send(listHtmlOfPage, { params: { pageId: String(pageId) } })).rejects.toMatchObject({
      status: 404,
    })
  })
})

describe('the data that arrives with a page', () => {
  const part = (isSignedIn: boolean, withHtml = true) => {
    const { db, settings } = portal.context
    return loadRetailerBoot(
      { db, settings: settings.now(), basePath: '/office' },
      { isSignedIn, withHtml, locale: 'es' },
    )
  }

  test('for a visitor is the public settings, the flags, and the HTML for sign-in and sign-up', async () => {
    const { settings, flags, blocks } = await part(false)
    expect(settings).toEqual(toPublicSettings(portal.context.settings.now()))
    expect(flags).toEqual((await portal.anonymous.send(readFeatureFlags, {})).feature_flags)
    const login = await portal.anonymous.send(listHtmlOfGroup, { query: { group_name: 'Login' } })
    expect(blocks).toEqual(expect.arrayContaining(login))
    expect(blocks).not.toContainEqual(expect.objectContaining({ group_name: 'Header' }))
  })

  test('for a customer is all settings that they may see, and no HTML of pages that they no longer see', async () => {
    const { settings, blocks } = await part(true)
    expect(settings).toMatchObject(toPublicSettings(portal.context.settings.now()))
    expect(settings).toMatchObject(toPrivateSettings(portal.context.settings.now()))
    expect(settings).not.toHaveProperty('jwtUserIdField')
    expect(blocks).toEqual([])
  })

  test('includes the HTML of the header where the header shows it', async () => {
    await portal.set('header.variant', 'serverElements')
    expect((await part(true, false)).blocks).toEqual([])
    expect((await part(true)).blocks).toEqual([
      expect.objectContaining({ group_name: 'Header', html_block: '<b>a</b>' }),
    ])
    await portal.set('features.enableServerElements', false)
    expect((await part(true)).blocks).toEqual([])
  })
})

describe('banners', () => {
  test('an HTML banner is cleaned, and a new one replaces it', async () => {
    const { db } = portal.context
    await saveBanner(db, { code: 'coupons', html: '<p style="color:red">Old</p>' })
    await saveBanner(db, { code: 'coupons', html: '<p style="color:red">New</p>' })
    expect(await portal.anonymous.send(readBanner, { params: { code: 'coupons' } })).toEqual({ banner: '<p>New</p>' })
    expect((await portal.anonymous.send(listBanners, {})).items).toContain('coupons')
  })

  test('a banner is in the reader’s language, or else in the first', async () => {
    const translations = { ca: { html: '<p onclick="x()">Nou</p>' } }
    await saveBanner(portal.context.db, { code: 'words', html: '<p>Nuevo</p>', translations })
    const read = async (locale: string) =>
      (
        await portal.anonymous.sendRaw(
          readBanner,
          { params: { code: 'words' } },
          { headers: { 'accept-language': locale } },
        )
      ).json()
    expect([await read('ca'), await read('de')]).toEqual([{ banner: '<p>Nou</p>' }, { banner: '<p>Nuevo</p>' }])
  })

  test('an image banner is returned as base64', async () => {
    await saveBanner(portal.context.db, { code: 'summer', imageBase64: dot })
    expect(await readonly.send(readBanner, { params: { code: 'summer' } })).toEqual({ banner: dot })
  })

  test('a file that is not an image is not stored, and not returned when another program stored it', async () => {
    const { db } = portal.context
    const drawing = Buffer.from('<svg onload="alert(1)"/>').toString('base64')
    await expect(saveBanner(db, { code: 'svg', imageBase64: drawing })).rejects.toThrow('banner svg')
    await db.insertInto('banner').values({ code: 'svg', image_base64: drawing }).execute()
    await expect(portal.anonymous.send(readBanner, { params: { code: 'svg' } })).rejects.toMatchObject({ status: 404 })
  })

  test('an unknown banner is not found', async () => {
    await expect(portal.anonymous.send(readBanner, { params: { code: 'none' } })).rejects.toMatchObject({
      status: 404,
      code: 'not_found',
    })
  })

  test('there is none while operator HTML is off', async () => {
    await saveBanner(portal.context.db, { code: 'coupons', html: '<p>New</p>' })
    await portal.set('features.enableServerElements', false)
    await expect(portal.anonymous.send(readBanner, { params: { code: 'coupons' } })).rejects.toMatchObject({
      status: 404,
    })
  })
})

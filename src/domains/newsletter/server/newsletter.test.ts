import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { mailTextsOf } from '#app/server/wiring/mount-messages.ts'
import { consentSubjectKey } from '#domains/consent/server/record-consent.ts'
import { renderMessageText } from '#domains/messages/server/render-message.ts'
import { logOut, readProfile, readProfileV1 } from '#domains/session/api.ts'
import type { Form, FormHandler, ServeForm } from '#kit/server/form.ts'
import { locales } from '#vocabulary/locale.ts'
import {
  listNewsletters,
  listOfferedNewsletters,
  readSubscriber,
  setActiveNewsletters,
  setSubscriberMails,
} from '../api.ts'
import { linkCookieName } from './link-cookie.ts'
import { newsletterForms } from './newsletter-form.ts'
import { createNewsletterLink, signLinkToken, verifyLinkToken } from './newsletter-link.ts'
import { redirectFromNewsletterLink, signNewsletterLink } from './signed-visits.ts'

const now = new Date('2026-11-20T10:00:00Z')

let portal: TestPortal
let annaId: number
let anna: TestVisitor
let annaReadonly: TestVisitor
/** Ids of three newsletters: offers, prices, and one whose list is managed elsewhere. */
let offers: number
let prices: number
let elsewhere: number

beforeAll(async () => {
  portal = await startTestPortal({ now })
  const { db } = portal.context
  annaId = await insertUser(db, { email: 'Anna@Example.test' })
  anna = await portal.as(annaId)
  annaReadonly = await portal.as(annaId, { readonly: true })
  const names = (name: string) => JSON.stringify({ es: name, ca: `${name} (ca)` })
  const rows = await db
    .insertInto('newsletter')
    .values([
      { names: names('Ofertas'), descriptions: names('Lo que rebajamos'), priority: 1 },
      { names: names('Precios'), descriptions: names('La luz cada mes'), priority: 2 },
      { names: names('Cooperativa'), descriptions: names('Asambleas'), priority: 3, is_exported: true },
    ])
    .returning('newsletter_id')
    .execute()
  ;[offers, prices, elsewhere] = rows.map(({ newsletter_id }) => newsletter_id) as [number, number, number]
})
afterAll(() => portal.close())

beforeEach(async () => {
  const { db } = portal.context
  for (const table of [
    'newsletter_subscriber',
    'newsletter_confirmation',
    'outbox_message',
    'visitor_throttle',
  ] as const)
    await db.deleteFrom(table).execute()
})

async function aSubscriber(email: string, newsletterIds: number[]): Promise<number> {
  const { db } = portal.context
  const { subscriber_id } = await db
    .insertInto('newsletter_subscriber')
    .values({ email, locale: 'es', created_at: now })
    .returning('subscriber_id')
    .executeTakeFirstOrThrow()
  for (const newsletter_id of newsletterIds)
    await db
      .insertInto('newsletter_subscription')
      .values({ subscriber_id, newsletter_id, subscribed_at: now })
      .execute()
  return subscriber_id
}

const signing = (days = 1) => ({ keys: portal.context.newsletterKeys, now, days })

/** Returns a visitor whose browser stores the link of a subscriber. */
function withLink(token: string): TestVisitor {
  const ask: TestVisitor['sendRaw'] = (definition, sent, more) =>
    portal.anonymous.sendRaw(definition, sent, {
      ...more,
      headers: { cookie: `${linkCookieName}=${token}`, ...more?.headers },
    })
  return { ...portal.anonymous, sendRaw: ask }
}
const linkOf = async (subscriberId: number) => withLink(await signLinkToken({ subscriberId }, signing()))

const set = (who: TestVisitor, subscriptor_or_email: string | number, ...selected_newsletters: number[]) =>
  who.sendRaw(setActiveNewsletters, { body: { subscriptor_or_email, selected_newsletters } })
const list = (who: TestVisitor, subscriber: string | number) =>
  who.sendRaw(listNewsletters, { params: { subscriber: String(subscriber) } })
const read = (who: TestVisitor, subscriber: string | number) =>
  who.sendRaw(readSubscriber, { params: { subscriber: String(subscriber) } })
const changeMail = (who: TestVisitor, subscriberId: number, email: string) =>
  who.sendRaw(setSubscriberMails, { body: { subscriberId, emails: [email] } })

type RawReply = Awaited<ReturnType<TestVisitor['sendRaw']>>
const refusalOf = (answer: RawReply) => [answer.statusCode, answer.json().error?.code]
const subscribedIn = (answer: RawReply) =>
  answer
    .json()
    .filter(({ subscribed }: { subscribed: boolean }) => subscribed)
    .map(({ newsletter_id }: { newsletter_id: number }) => newsletter_id)
const tokenIn = (answer: RawReply) => answer.cookies.find(({ name }) => name === linkCookieName)?.value

const outbox = () => portal.context.db.selectFrom('outbox_message').selectAll().orderBy('created_at').execute()

/** Returns the browser of a visitor who opens the link in the last mail. */
async function byLastMail(): Promise<TestVisitor> {
  const { link } = (await outbox()).at(-1)!
  const signed = await signNewsletterLink(portal.context, link!)
  return withLink(new URLSearchParams(signed.split('?')[1]).get('params')!)
}

describe('the newsletters', () => {
  test('are listed for every visitor, in their language, without anybody’s subscriptions', async () => {
    const answer = await portal.anonymous.sendRaw(listOfferedNewsletters, {}, { headers: { 'accept-language': 'ca' } })
    expect(answer.json()[2]).toEqual({
      newsletter_id: elsewhere,
      name: 'Cooperativa (ca)',
      newsletter_description: 'Asambleas (ca)',
      subscribed: false,
      subscriptor_id: null,
      exported: true,
    })
  })

  test('are listed with their subscriptions for a signed link, by id, by address or by itself', async () => {
    const id = await aSubscriber('eva@example.test', [prices])
    const eva = await linkOf(id)
    for (const name of [id, 'eva@example.test', 'EVA@example.test', 'link'])
      expect(subscribedIn(await list(eva, name))).toEqual([prices])
    expect((await read(eva, id)).json()).toEqual({ id, emails: ['eva@example.test'], confirmation: null })
  })

  test('are listed with their subscriptions for the session with that address', async () => {
    const id = await aSubscriber('anna@example.test', [offers])
    expect(subscribedIn(await list(anna, 'anna@example.test'))).toEqual([offers])
    expect(subscribedIn(await list(anna, id))).toEqual([offers])
    expect((await read(anna, id)).statusCode).toBe(200)
  })

  test('reveal nothing of an address or an id to anybody else', async () => {
    const id = await aSubscriber('eva@example.test', [prices])
    const other = await linkOf(await aSubscriber('joan@example.test', [offers]))
    for (const who of [portal.anonymous, anna, other]) {
      expect(subscribedIn(await list(who, 'eva@example.test'))).toEqual([])
      expect((await list(who, 'eva@example.test')).json()).toEqual((await list(who, 'new@example.test')).json())
      expect((await list(who, id)).statusCode).toBe(404)
      expect((await read(who, id)).statusCode).toBe(404)
      expect((await read(who, 'eva@example.test')).statusCode).toBe(404)
    }
  })

  test('do not exist where the retailer has none', async () => {
    await portal.set('newsletter.enabled', false)
    expect((await portal.anonymous.sendRaw(listOfferedNewsletters, {})).statusCode).toBe(404)
    expect((await set(portal.anonymous, 'eva@example.test', offers)).statusCode).toBe(404)
    await portal.set('newsletter.enabled', true)
  })
})

describe('a newsletter link', () => {
  test('is refused if altered, expired, made for another purpose or without an owner', async () => {
    const subscriberId = await aSubscriber('eva@example.test', [])
    const keys = portal.context.newsletterKeys
    const foreign = await signLinkToken({ subscriberId }, { keys: portal.context.sessionKeys, now, days: 1 })
    const over = await signLinkToken({ subscriberId }, { keys, now: new Date('2026-11-01T10:00:00Z'), days: 7 })
    const nobody = await signLinkToken({ subscriberId: 999_999 }, signing())
    const good = await signLinkToken({ subscriberId }, signing())
    for (const token of [foreign, over, nobody, `${good}x`, 'x'])
      expect(refusalOf(await read(withLink(token), 'link'))).toEqual([403, 'newsletter_link_invalid'])
    expect((await read(withLink(good), 'link')).statusCode).toBe(200)
    // It does not open a session either.
    expect(
      (await portal.anonymous.sendRaw(readProfile, {}, { headers: { authorization: `Bearer ${good}` } })).statusCode,
    ).toBe(401)
  })

  test('is required where the retailer sets it so, even with a session', async () => {
    await portal.set('newsletter.jwtParamsRequired', true)
    const id = await aSubscriber('anna@example.test', [offers])
    expect(refusalOf(await list(portal.anonymous, 'anna@example.test'))).toEqual([403, 'newsletter_link_required'])
    expect(refusalOf(await list(anna, 'anna@example.test'))).toEqual([403, 'newsletter_link_required'])
    expect(refusalOf(await set(portal.anonymous, 'eva@example.test', offers))).toEqual([
      403,
      'newsletter_link_required',
    ])
    expect(subscribedIn(await list(await linkOf(id), id))).toEqual([offers])
    await portal.set('newsletter.jwtParamsRequired', false)
  })

  test('appears in the profile of each version, signed for its customer, and not for a read-only user', async () => {
    const { newsletter_url } = (await anna.sendRaw(readProfile, {})).json()
    expect(newsletter_url).toMatch(/^http:\/\/portal\.test\/newsletter\?params=/)
    const token = new URL(newsletter_url).searchParams.get('params')!
    expect((await read(withLink(token), 'link')).json()).toMatchObject({ id: null, emails: ['anna@example.test'] })
    const id = await aSubscriber('anna@example.test', [offers])
    const later = (await anna.sendRaw(readProfileV1, {})).json().result.newsletter_url
    expect(await verifyLinkToken(new URL(later).searchParams.get('params')!, signing())).toEqual({ subscriberId: id })
    expect((await annaReadonly.sendRaw(readProfile, {})).json().newsletter_url).toBeNull()
    await portal.set('newsletter.enabled', false)
    expect((await anna.sendRaw(readProfile, {})).json().newsletter_url).toBeNull()
    await portal.set('newsletter.enabled', true)
  })

  test('does not appear for an account without an address, which was activated by text message', async () => {
    const nobody = await portal.as(await insertUser(portal.context.db, { email: '' }))
    expect((await nobody.sendRaw(readProfile, {})).json().newsletter_url).toBeNull()
    expect(
      (
        await nobody.sendRaw(setActiveNewsletters, {
          body: { subscriptor_or_email: '', selected_newsletters: [offers] },
        })
      ).statusCode,
    ).toBe(400)
    const subscribers = await portal.context.db.selectFrom('newsletter_subscriber').select('email').execute()
    expect(subscribers).toEqual([])
  })

  test('is cleared from the browser on sign-out', async () => {
    const someone = await portal.as(annaId)
    const cookie = `${linkCookieName}=${await signLinkToken({ userId: annaId }, signing())}`
    const left = await someone.sendRaw(logOut, {}, { headers: { cookie } })
    expect(left.cookies).toContainEqual(expect.objectContaining({ name: linkCookieName, value: '' }))
    const other = await (await portal.as(annaId)).sendRaw(logOut, {})
    expect(other.cookies.map(({ name }) => name)).not.toContain(linkCookieName)
  })

  test('in a URL is moved to a cookie, and the visit is redirected to the same page without it', async () => {
    const link = await createNewsletterLink({ subscriberId: 1 }, signing())
    const cookieWrites: string[] = []
    const context = {
      ...portal.context,
      cookies: {
        ...portal.context.cookies,
        put: (_request: unknown, _reply: unknown, { value }: { value: string }) => cookieWrites.push(value),
        remove: () => cookieWrites.push('dropped'),
      },
    } as never
    const arrive = (address: string) => redirectFromNewsletterLink(context, address, {} as never, {} as never)
    expect(await arrive(link.replace('/newsletter', '/butlleti'))).toBe('/butlleti?link=1')
    expect(await arrive(link.replace('/newsletter?params=', '/butlleti/'))).toBe('/butlleti?link=1')
    expect(await arrive('/newsletter?params=broken')).toBe('/newsletter?link=1')
    expect(cookieWrites).toEqual([link.split('=')[1], link.split('=')[1], 'dropped'])
    expect(await arrive('/newsletter')).toBeUndefined()
    expect(await arrive(link.replace('/newsletter', '/invoices'))).toBeUndefined()
    for (const address of ['/invoices/7', '//', '/', '//butlleti/x', '/%'])
      expect(await arrive(address)).toBeUndefined()
  })
})

describe('a choice of newsletters', () => {
  test('in a session is saved at once and replaces the previous one', async () => {
    expect(subscribedIn(await set(anna, 'anna@example.test', offers))).toEqual([offers])
    const [first] = (await list(anna, 'anna@example.test')).json()
    expect(subscribedIn(await set(anna, first.subscriptor_id, prices, prices))).toEqual([prices])
    expect(await outbox()).toEqual([])
  })

  test('is refused in a read-only session, and for unknown newsletters', async () => {
    expect(refusalOf(await set(annaReadonly, 'anna@example.test', offers))).toEqual([403, 'token_readonly'])
    const unknown = await set(anna, 'anna@example.test', 999_999)
    expect([unknown.statusCode, Object.keys(unknown.json().errors)]).toEqual([400, ['selected_newsletters']])
    for (const body of [{}, { subscriptor_or_email: '', selected_newsletters: [] }, { subscriptor_or_email: 'a@b.c' }])
      expect((await anna.sendRaw(setActiveNewsletters, { body: body as never })).statusCode).toBe(400)
    expect((await set(portal.anonymous, 999_999, offers)).statusCode).toBe(404)
    expect((await set(portal.anonymous, 'not an address', offers)).statusCode).toBe(404)
  })

  test('cannot remove a newsletter whose list is managed elsewhere, but can add it', async () => {
    const id = await aSubscriber('eva@example.test', [offers])
    const eva = await linkOf(id)
    expect(subscribedIn(await set(eva, id, offers, elsewhere))).toEqual([offers, elsewhere])
    expect(refusalOf(await set(eva, id, offers))).toEqual([409, 'newsletter_locked'])
    expect(refusalOf(await set(eva, id))).toEqual([409, 'newsletter_locked'])
    expect(subscribedIn(await set(eva, id, elsewhere))).toEqual([elsewhere])
  })

  test('of none removes and deletes the subscriber', async () => {
    const id = await aSubscriber('eva@example.test', [offers, prices])
    expect((await set(await linkOf(id), id)).json()).toBe('removed')
    expect(await portal.context.db.selectFrom('newsletter_subscriber').selectAll().execute()).toEqual([])
    expect((await set(anna, 'anna@example.test')).json()).toBe('removed')
  })
})

test('records each given or withdrawn consent, and no more, in the ledger by a hash of the address', async () => {
  const { db } = portal.context
  const id = await aSubscriber('ona@example.test', [offers])
  const ona = await linkOf(id)
  await set(ona, id, prices)
  await set(ona, id)
  const said = await db
    .selectFrom('consent_entry')
    .where('subject', '=', consentSubjectKey({ kind: 'email', id: 'ona@example.test' }))
    .orderBy('consent_entry_id')
    .select(['subject_kind', 'purpose', 'agreed'])
    .execute()
  expect(said).toEqual([
    { subject_kind: 'email', purpose: `newsletter_${offers}`, agreed: false },
    { subject_kind: 'email', purpose: `newsletter_${prices}`, agreed: true },
    { subject_kind: 'email', purpose: `newsletter_${prices}`, agreed: false },
  ])
})

describe('an address that is only named', () => {
  test('receives a mail whose link subscribes it once', async () => {
    const requestReply = await set(portal.anonymous, ' Eva@Example.test', offers, prices)
    expect(requestReply.json().map(({ pending, subscribed }: never) => [pending, subscribed])).toEqual([
      [true, false],
      [true, false],
      [false, false],
    ])
    expect(await portal.context.db.selectFrom('newsletter_subscriber').selectAll().execute()).toEqual([])
    expect(await outbox()).toMatchObject([
      { kind: 'newsletter.confirmation', to_address: 'eva@example.test', user_id: null, values: { count: 2, days: 7 } },
    ])
    const eva = await byLastMail()
    expect((await read(eva, 'link')).json()).toEqual({
      id: null,
      emails: ['eva@example.test'],
      confirmation: { kind: 'subscription', email: 'eva@example.test', newsletters: [offers, prices] },
    })
    const confirmed = await set(eva, 'link', offers)
    expect(subscribedIn(confirmed)).toEqual([offers])
    expect(refusalOf(await set(eva, 'link', offers, prices))).toEqual([403, 'newsletter_link_invalid'])
    const goingOn = withLink(tokenIn(confirmed)!)
    expect(subscribedIn(await set(goingOn, 'link', offers, prices))).toEqual([offers, prices])
  })

  test('gets the same response and mail when it is already subscribed; the link shows to what', async () => {
    await aSubscriber('eva@example.test', [prices])
    const known = await set(portal.anonymous, 'eva@example.test', offers)
    const unknown = await set(portal.anonymous, 'new@example.test', offers)
    expect(known.json()).toEqual(unknown.json())
    const [one, other] = await outbox()
    expect(one).toMatchObject({ kind: other!.kind, values: other!.values as never })
    await set(portal.anonymous, 'eva@example.test')
    expect(subscribedIn(await list(await byLastMail(), 'link'))).toEqual([prices])
  })

  test('stays open for seven days, and receives at most three mails an hour', async () => {
    await set(portal.anonymous, 'eva@example.test', offers)
    const eva = await byLastMail()
    portal.setClock(new Date('2026-11-27T10:00:01Z'))
    expect(refusalOf(await read(eva, 'link'))).toEqual([403, 'newsletter_link_invalid'])
    portal.setClock(now)
    for (let time = 2; time <= 3; time += 1)
      expect((await set(portal.anonymous, 'eva@example.test', offers)).statusCode).toBe(200)
    const refused = await set(portal.anonymous, 'eva@example.test', offers)
    expect(refusalOf(refused)).toEqual([429, 'too_many_attempts'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(await outbox()).toHaveLength(3)
  })
})

describe('the address of a subscriber', () => {
  test('changes once the owner of the new one has confirmed it, and the old one is notified', async () => {
    const id = await aSubscriber('eva@example.test', [prices])
    const eva = await linkOf(id)
    expect((await changeMail(eva, id, 'Eva@New.test')).json()).toEqual({
      id,
      emails: ['eva@example.test'],
      pending: ['eva@new.test'],
    })
    expect(await outbox()).toMatchObject([{ kind: 'newsletter.addressConfirmation', to_address: 'eva@new.test' }])
    const atNew = await byLastMail()
    expect((await read(atNew, 'link')).json()).toEqual({
      id,
      emails: ['eva@new.test'],
      confirmation: { kind: 'address', email: 'eva@new.test', newsletters: [] },
    })
    const changed = await changeMail(atNew, id, 'eva@new.test')
    expect(changed.json()).toEqual({ id, emails: ['eva@new.test'], pending: [] })
    expect((await outbox()).at(-1)).toMatchObject({ kind: 'newsletter.addressChanged', to_address: 'eva@example.test' })
    expect((await changeMail(atNew, id, 'eva@new.test')).statusCode).toBe(404)
    expect(subscribedIn(await list(withLink(tokenIn(changed)!), 'link'))).toEqual([prices])
  })

  test('reveals nothing of the subscriber before it is confirmed, and confirms no other', async () => {
    const id = await aSubscriber('eva@example.test', [prices])
    await changeMail(await linkOf(id), id, 'victim@example.test')
    const victim = await byLastMail()
    expect(refusalOf(await list(victim, 'link'))).toEqual([403, 'newsletter_link_invalid'])
    expect((await list(victim, id)).statusCode).toBe(404)
    expect(refusalOf(await set(victim, 'link', offers))).toEqual([403, 'newsletter_link_invalid'])
    expect((await changeMail(victim, id, 'third@example.test')).statusCode).toBe(404)
  })

  test('cannot be changed to one that is taken, invalid, fixed by the retailer, or requested by another visitor', async () => {
    const id = await aSubscriber('eva@example.test', [prices])
    await aSubscriber('joan@example.test', [offers])
    const eva = await linkOf(id)
    expect((await changeMail(portal.anonymous, id, 'eva@new.test')).statusCode).toBe(404)
    expect((await changeMail(anna, id, 'eva@new.test')).statusCode).toBe(404)
    const wrong = await changeMail(eva, id, 'eva')
    expect([wrong.statusCode, Object.keys(wrong.json().errors)]).toEqual([400, ['emails.0']])
    await changeMail(eva, id, 'joan@example.test')
    expect(refusalOf(await changeMail(await byLastMail(), id, 'joan@example.test'))).toEqual([409, 'email_taken'])
    await portal.set('newsletter.mailEditable', false)
    expect(refusalOf(await changeMail(eva, id, 'eva@new.test'))).toEqual([403, 'newsletter_mail_fixed'])
    await portal.set('newsletter.mailEditable', true)
  })

  test('cannot be changed in a read-only session', async () => {
    const id = await aSubscriber('anna@example.test', [prices])
    expect(refusalOf(await changeMail(annaReadonly, id, 'anna@new.test'))).toEqual([403, 'token_readonly'])
    expect((await changeMail(anna, id, 'anna@example.test')).json()).toMatchObject({ pending: [] })
  })
})

test.each(locales)('every mail is written in %s', (locale) => {
  for (const count of [0, 1, 3])
    expect(
      renderMessageText(mailTextsOf, { kind: 'newsletter.confirmation', values: { count, days: 7 }, locale }),
    ).toMatchObject({
      subject: expect.stringMatching(/./),
      paragraphs: [expect.not.stringContaining('{'), expect.stringContaining('7')],
      action: expect.stringMatching(/./),
    })
  const values = { count: 0, days: 7 }
  expect(renderMessageText(mailTextsOf, { kind: 'newsletter.addressConfirmation', values, locale }).action).toMatch(/./)
  expect(renderMessageText(mailTextsOf, { kind: 'newsletter.addressChanged', values: {}, locale }).action).toBeNull()
})

describe('without JavaScript', () => {
  const post = (
    fields: Record<string, string>,
    address = '/newsletter',
    { token, actor = {} }: { token?: string; actor?: object } = {},
  ) => {
    let submit: FormHandler<Form> | undefined
    const serve: ServeForm = (_, handler) => {
      submit = handler as never
    }
    newsletterForms({ ...portal.context, serve })
    const visitor = { kind: 'anonymous', readonly: false, locale: 'es', ...actor } as never
    const reply = { setCookie() {}, clearCookie() {} } as never
    const request = {
      cookies: { [linkCookieName]: token },
      ip: '192.0.2.1',
      protocol: 'http',
      host: 'portal.test',
    } as never
    return submit!({ actor: visitor, fields, address, request, reply })
  }

  test('the form sends a mail to an address, and saves by a link', async () => {
    expect(await post({ email: 'eva@example.test', [`newsletter-${offers}`]: 'on' })).toEqual({
      kind: 'redirect',
      address: '/newsletter?done=asked',
    })
    expect(await outbox()).toHaveLength(1)
    expect(await post({ email: 'eva' })).toEqual({ kind: 'invalid', failed: ['invalid_email'] })
    const id = await aSubscriber('joan@example.test', [offers])
    const token = await signLinkToken({ subscriberId: id }, signing())
    expect(await post({ [`newsletter-${prices}`]: 'on' }, '/newsletter?link=1', { token })).toEqual({
      kind: 'redirect',
      address: '/newsletter?link=1&done=saved',
    })
    expect(subscribedIn(await list(await linkOf(id), id))).toEqual([prices])
    expect(await post({}, '/newsletter?link=1', { token })).toEqual({
      kind: 'redirect',
      address: '/newsletter?done=removed',
    })
    expect(await post({}, '/newsletter?link=1')).toEqual({ kind: 'invalid', failed: ['newsletter_link_invalid'] })
  })

  test('a one-click unsubscribe in a mail program leaves the newsletter of the link, and no other', async () => {
    const id = await aSubscriber('eva@example.test', [offers, prices, elsewhere])
    const press = async (newsletterId?: number) =>
      post(
        { 'List-Unsubscribe': 'One-Click' },
        await createNewsletterLink({ subscriberId: id, ...(newsletterId ? { newsletterId } : {}) }, signing()),
      )
    expect(await press(prices)).toEqual({ kind: 'redirect', address: '/newsletter?done=left' })
    expect(await press(prices)).toEqual({ kind: 'redirect', address: '/newsletter?done=left' })
    expect(subscribedIn(await list(await linkOf(id), id))).toEqual([offers, elsewhere])
    await press()
    expect(subscribedIn(await list(await linkOf(id), id))).toEqual([elsewhere])
    expect(await post({ 'List-Unsubscribe': 'One-Click' }, '/newsletter?params=x')).toMatchObject({ kind: 'invalid' })
  })
})

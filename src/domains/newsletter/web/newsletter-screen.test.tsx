import { act, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import appTexts from '#app/texts/es.json'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import { Refused } from '#kit/refusal.ts'
import { anna, type CallMock, mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import {
  listNewsletters,
  listOfferedNewsletters,
  type Newsletter,
  readSubscriber,
  type Subscriber,
  setActiveNewsletters,
  setSubscriberMails,
} from '../api.ts'
import texts from '../texts/es.json'
import { NewsletterScreen } from './newsletter-screen.tsx'

beforeEach(() => vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const aNewsletter = (newsletter_id: number, name: string, given: Partial<Newsletter> = {}): Newsletter => ({
  newsletter_id,
  name,
  newsletter_description: `Sobre ${name}`,
  subscribed: false,
  subscriptor_id: null,
  exported: false,
  ...given,
})

/** A subscriber's newsletters: one subscribed, one not subscribed, one managed elsewhere. */
const own = [
  aNewsletter(1, 'Ofertas', { subscriptor_id: 5 }),
  aNewsletter(2, 'Precios', { subscriptor_id: 5, subscribed: true }),
  aNewsletter(3, 'Cooperativa', { subscriptor_id: 5, subscribed: true, exported: true }),
]
const open = own.map((newsletter) => ({ ...newsletter, subscribed: false, subscriptor_id: null }))
const eva: Subscriber = { id: 5, emails: ['eva@example.test'], confirmation: null }

type Sent = { subscriptor_or_email: string | number; selected_newsletters: number[] }

async function show(
  address: string,
  {
    answers = [],
    signedIn = null,
    newsletter = {},
  }: { answers?: readonly CallMock[]; signedIn?: typeof anna | null; newsletter?: object } = {},
) {
  const sent: Sent[] = []
  await renderAt(address, <NewsletterScreen />, {
    boot: {
      signedIn,
      settings: { ...defaultSettings, newsletter: { ...defaultSettings.newsletter, ...newsletter } },
    },
    messages: { newsletter: texts, app: appTexts },
    callMocks: [
      ...answers,
      mockCall(listOfferedNewsletters, () => open),
      mockCall(listNewsletters, () => own),
      mockCall(readSubscriber, () => eva),
      mockCall(setActiveNewsletters, ({ body }) => {
        sent.push(body as Sent)
        if (body.selected_newsletters.length === 0) return 'removed'
        return own.map((each) => ({ ...each, subscribed: body.selected_newsletters.includes(each.newsletter_id) }))
      }),
    ],
  })
  await screen.findByRole('heading', { name: 'Boletines' })
  return { user: userEvent.setup(), sent }
}

const card = async (name: RegExp) => (await screen.findByRole('checkbox', { name })) as HTMLInputElement
const press = (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(screen.getByRole('button', { name }))
const news = async () => (await screen.findByRole('alert')).textContent

test('a visitor names an address and a choice, and is told that a link is on its way', async () => {
  const { user, sent } = await show('/newsletter')
  await user.click(await card(/^Ofertas/))
  await press(user, texts.deeds.subscribe)
  expect(screen.getByText(texts.email.invalid)).toBeTruthy()
  await user.type(screen.getByRole('textbox', { name: texts.email.label }), ' eva@example.test ')
  await press(user, texts.deeds.subscribe)
  expect(await screen.findByText(texts.done.asked)).toBeTruthy()
  expect(sent).toEqual([{ subscriptor_or_email: 'eva@example.test', selected_newsletters: [1] }])
  expect(screen.getByRole('link', { name: texts.login })).toBeTruthy()
})

test('a signed link shows the subscriptions and saves a change', async () => {
  const { user, sent } = await show('/newsletter?link=1')
  expect((await card(/^Precios/)).checked).toBe(true)
  expect(screen.getByText('Te escribimos a eva@example.test.')).toBeTruthy()
  expect(screen.getByRole('button', { name: texts.deeds.save }).title).toBe(texts.unchanged)
  await user.click(await card(/^Ofertas/))
  await press(user, texts.deeds.save)
  expect(await screen.findByText('Guardado: recibirás 3 boletines en eva@example.test.')).toBeTruthy()
  expect(sent).toEqual([{ subscriptor_or_email: 'link', selected_newsletters: [2, 3, 1] }])
})

test('one button chooses all newsletters, and clears all but the locked ones', async () => {
  const { user } = await show('/newsletter?link=1')
  await press(
    user,
    await screen.findByRole('button', { name: texts.cards.chooseAll }).then(() => texts.cards.chooseAll),
  )
  expect((await card(/^Ofertas/)).checked).toBe(true)
  await press(user, texts.cards.chooseNone)
  expect([(await card(/^Ofertas/)).checked, (await card(/^Precios/)).checked]).toEqual([false, false])
  expect((await card(/^Cooperativa/)).checked).toBe(true)
})

test('a locked card stays ticked and warns why, for five seconds more on touch screens', async () => {
  const { user } = await show('/newsletter?link=1')
  const locked = await card(/^Cooperativa/)
  await user.click(locked)
  expect(locked.checked).toBe(true)
  const tip = document.getElementById(locked.getAttribute('aria-describedby')!)!
  expect(tip.textContent).toBe(texts.cards.locked)
  vi.useFakeTimers()
  const place = tip.parentElement!
  await act(async () => locked.blur())
  act(() => void vi.advanceTimersByTime(1))
  expect(tip.className).not.toContain('shown')
  fireEvent.pointerEnter(place, { pointerType: 'touch' })
  expect(tip.className).toContain('shown')
  fireEvent.pointerLeave(place, { pointerType: 'touch' })
  act(() => void vi.advanceTimersByTime(4999))
  expect(tip.className).toContain('shown')
  act(() => void vi.advanceTimersByTime(1))
  expect(tip.className).not.toContain('shown')
})

test('a subscriber who leaves everything is told that they are removed', async () => {
  const free = own.slice(0, 2)
  const { user, sent } = await show('/newsletter?link=1', { answers: [mockCall(listNewsletters, () => free)] })
  await user.click(await card(/^Precios/))
  await press(user, texts.deeds.unsubscribe)
  expect(await screen.findByText(texts.done.removed)).toBeTruthy()
  expect(sent).toEqual([{ subscriptor_or_email: 'link', selected_newsletters: [] }])
})

test('a first-time link ticks what was requested and confirms it', async () => {
  const { user, sent } = await show('/newsletter?link=1', {
    answers: [
      mockCall(listNewsletters, () => open),
      mockCall(readSubscriber, () => ({
        id: null,
        emails: ['eva@example.test'],
        confirmation: { kind: 'subscription' as const, email: 'eva@example.test', newsletters: [2] },
      })),
    ],
  })
  expect((await card(/^Precios/)).checked).toBe(true)
  expect(screen.getByText('Confirma qué boletines quieres recibir en eva@example.test.')).toBeTruthy()
  await press(user, texts.deeds.confirm)
  expect(sent).toEqual([{ subscriptor_or_email: 'link', selected_newsletters: [2] }])
  expect(await screen.findByText(/^Guardado/)).toBeTruthy()
})

test('a customer subscribes with their session and returns home from here', async () => {
  const { user, sent } = await show('/newsletter', { signedIn: anna, answers: [mockCall(listNewsletters, () => open)] })
  await user.click(await card(/^Ofertas/))
  await press(user, texts.deeds.confirm)
  expect(await screen.findByText(/^Guardado/)).toBeTruthy()
  expect(sent).toEqual([{ subscriptor_or_email: anna.email, selected_newsletters: [1] }])
  expect(screen.getByRole('link', { name: texts.home })).toBeTruthy()
})

test('a change of address is requested and awaits its owner', async () => {
  const mails: object[] = []
  const { user } = await show('/newsletter?link=1', {
    answers: [
      mockCall(setSubscriberMails, ({ body }) => {
        mails.push(body)
        return { id: 5, emails: ['eva@example.test'], pending: ['eva@new.test'] }
      }),
    ],
  })
  await user.click(await screen.findByRole('button', { name: texts.email.change }))
  const field = screen.getByRole('textbox', { name: texts.email.field })
  await user.type(field, 'eva{Enter}')
  expect(screen.getByText(texts.email.invalid)).toBeTruthy()
  await user.clear(field)
  await user.type(field, 'Eva@New.test{Enter}')
  expect(await news()).toContain('Hemos enviado un enlace a eva@new.test')
  expect(mails).toEqual([{ subscriberId: 5, emails: ['eva@new.test'] }])
})

test.each([
  ['after too many mails', new Refused('too_many_attempts', 429), texts.refusals.too_many_attempts],
  ['because the server is unreachable', new TypeError('Failed to fetch'), texts.errors.mail],
])('an address that is refused %s stays in the field, and the current one is not sent', async (_, failure, words) => {
  const { user } = await show('/newsletter?link=1', {
    answers: [
      mockCall(setSubscriberMails, () => {
        throw failure
      }),
    ],
  })
  await user.click(await screen.findByRole('button', { name: texts.email.change }))
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: texts.email.field })
  await user.type(field, ' EVA@example.test{Enter}')
  expect(screen.getByText(texts.email.same)).toBeTruthy()
  await user.clear(field)
  await user.type(field, 'eva@new.test{Enter}')
  expect(await news()).toContain(words)
  expect(field.value).toBe('eva@new.test')
})

test('the link of a new address confirms it, and shows nothing else before', async () => {
  let isConfirmed = false
  const { user } = await show('/newsletter?link=1', {
    answers: [
      mockCall(readSubscriber, () =>
        isConfirmed
          ? { ...eva, emails: ['eva@new.test'] }
          : {
              id: 5,
              emails: ['eva@new.test'],
              confirmation: { kind: 'address' as const, email: 'eva@new.test', newsletters: [] },
            },
      ),
      mockCall(setSubscriberMails, () => {
        isConfirmed = true
        return { id: 5, emails: ['eva@new.test'], pending: [] }
      }),
    ],
  })
  expect(await screen.findByText('Recibirás los boletines en eva@new.test.')).toBeTruthy()
  expect(screen.queryByRole('checkbox')).toBeNull()
  await press(user, texts.address.action)
  expect((await card(/^Precios/)).checked).toBe(true)
})

test.each([
  ['has been taken by another subscriber', new Refused('email_taken', 409), texts.refusals.email_taken],
  ['cannot be stored', new TypeError('Failed to fetch'), texts.errors.mail],
])('confirming a new address that %s reports it', async (_, failure, words) => {
  const confirmation = { kind: 'address' as const, email: 'eva@new.test', newsletters: [] }
  const { user } = await show('/newsletter?link=1', {
    answers: [
      mockCall(readSubscriber, () => ({ ...eva, confirmation })),
      mockCall(setSubscriberMails, () => {
        throw failure
      }),
    ],
  })
  await user.click(await screen.findByRole('button', { name: texts.address.action }))
  expect(await screen.findByText(words)).toBeTruthy()
})

test('the address cannot be changed where the retailer fixes it, or before there is a subscriber', async () => {
  await show('/newsletter?link=1', { newsletter: { mailEditable: false } })
  await card(/^Precios/)
  expect(screen.queryByRole('button', { name: texts.email.change })).toBeNull()
})

test.each([
  ['an invalid link', '/newsletter?link=1', {}, texts.closed.newsletter_link_invalid.title],
  [
    'a missing link where one is required',
    '/newsletter',
    { jwtParamsRequired: true },
    texts.closed.newsletter_link_required.title,
  ],
])('%s closes the page and says what to do', async (_, address, newsletter, title) => {
  const invalid = mockCall(readSubscriber, () => {
    throw new Refused('newsletter_link_invalid', 403)
  })
  await show(address, { newsletter, answers: [invalid] })
  expect(await screen.findByText(title)).toBeTruthy()
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('a list that could not be read can be reloaded', async () => {
  let isBroken = true
  const { user } = await show('/newsletter', {
    answers: [
      mockCall(listOfferedNewsletters, () => {
        if (isBroken) throw new Error('broken')
        return open
      }),
    ],
  })
  expect(await screen.findByText(texts.errors.list.title)).toBeTruthy()
  isBroken = false
  await press(user, 'Volver a intentarlo')
  expect(await card(/^Ofertas/)).toBeTruthy()
})

test('a failure to read the owner of the link has its own message, as has one of the list behind it', async () => {
  let broken: 'subscriber' | 'list' | null = 'subscriber'
  const { user } = await show('/newsletter?link=1', {
    answers: [
      mockCall(readSubscriber, () => {
        if (broken === 'subscriber') throw new Error('broken')
        return eva
      }),
      mockCall(listNewsletters, () => {
        if (broken === 'list') throw new Error('broken')
        return own
      }),
    ],
  })
  expect(await screen.findByText(texts.errors.subscriber.title)).toBeTruthy()
  broken = 'list'
  await press(user, 'Volver a intentarlo')
  expect(await screen.findByText(texts.errors.list.title)).toBeTruthy()
  expect(screen.queryByText(texts.errors.subscriber.title)).toBeNull()
  broken = null
  await press(user, 'Volver a intentarlo')
  expect(await card(/^Ofertas/)).toBeTruthy()
})

test('a choice that could not be saved stays, and too many mails are reported', async () => {
  let failure: unknown = new Error('broken')
  const { user } = await show('/newsletter?link=1', {
    answers: [
      mockCall(setActiveNewsletters, () => {
        throw failure
      }),
    ],
  })
  await user.click(await card(/^Ofertas/))
  await press(user, texts.deeds.save)
  expect(await news()).toContain(texts.errors.save)
  expect((await card(/^Ofertas/)).checked).toBe(true)
  failure = new Refused('too_many_attempts', 429)
  await press(user, texts.deeds.save)
  expect(await screen.findByText(texts.refusals.too_many_attempts)).toBeTruthy()
})

test('shows an empty state without newsletters', async () => {
  await show('/newsletter', { answers: [mockCall(listOfferedNewsletters, () => [])] })
  expect(await screen.findByText(texts.cards.emptyTitle)).toBeTruthy()
})

test.each([
  ['/newsletter?done=asked', texts.done.asked],
  ['/newsletter?done=left', texts.done.left],
  ['/newsletter?link=1&done=saved', texts.done.savedPlain],
  ['/newsletter?failed=newsletter_locked', texts.refusals.newsletter_locked],
  ['/newsletter?failed=invalid_email', texts.email.invalid],
  ['/newsletter?failed=anything', texts.errors.save],
])('a form sent without JavaScript returns to %s and shows the outcome', async (address, words) => {
  await show(address)
  expect(await screen.findByText(words)).toBeTruthy()
})

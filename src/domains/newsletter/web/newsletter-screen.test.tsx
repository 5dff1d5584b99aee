import { act, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import appTexts from '#app/texts/es.json'
import { defaultSettings } from '#domains/operator/settings/defaults.ts'
import { Refused } from '#kit/refusal.ts'
import { type Answer, anna, answer, renderAt } from '#kit/web/portal-testing.tsx'
import {
  listNewsletters,
  listOffered,
  type Newsletter,
  readSubscriber,
  type Subscriber,
  setActiveNewsletters,
  setMails,
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

/** Of a subscriber: one that they have, one that they have not, one that is kept elsewhere. */
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
  }: { answers?: readonly Answer[]; signedIn?: typeof anna | null; newsletter?: object } = {},
) {
  const sent: Sent[] = []
  await renderAt(address, <NewsletterScreen />, {
    boot: {
      signedIn,
      settings: { ...defaultSettings, newsletter: { ...defaultSettings.newsletter, ...newsletter } },
    },
    messages: { newsletter: texts, app: appTexts },
    answers: [
      ...answers,
      answer(listOffered, () => open),
      answer(listNewsletters, () => own),
      answer(readSubscriber, () => eva),
      answer(setActiveNewsletters, ({ body }) => {
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

test('a visitor names an address and what they want, and reads that a link is on its way', async () => {
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

test('a signed link shows what is subscribed to, and saves a change', async () => {
  const { user, sent } = await show('/newsletter?link=1')
  expect((await card(/^Precios/)).checked).toBe(true)
  expect(screen.getByText('Te escribimos a eva@example.test.')).toBeTruthy()
  expect(screen.getByRole('button', { name: texts.deeds.save }).title).toBe(texts.unchanged)
  await user.click(await card(/^Ofertas/))
  await press(user, texts.deeds.save)
  expect(await screen.findByText('Guardado: recibirás 3 boletines en eva@example.test.')).toBeTruthy()
  expect(sent).toEqual([{ subscriptor_or_email: 'link', selected_newsletters: [2, 3, 1] }])
})

test('all are chosen by one button, and all but the locked ones let go by the same', async () => {
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

test('a locked card stays ticked and warns why, on a telephone for five seconds more', async () => {
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

test('who leaves everything reads that they are removed', async () => {
  const free = own.slice(0, 2)
  const { user, sent } = await show('/newsletter?link=1', { answers: [answer(listNewsletters, () => free)] })
  await user.click(await card(/^Precios/))
  await press(user, texts.deeds.unsubscribe)
  expect(await screen.findByText(texts.done.removed)).toBeTruthy()
  expect(sent).toEqual([{ subscriptor_or_email: 'link', selected_newsletters: [] }])
})

test('the link of a first time ticks what was asked for and confirms it', async () => {
  const { user, sent } = await show('/newsletter?link=1', {
    answers: [
      answer(listNewsletters, () => open),
      answer(readSubscriber, () => ({
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

test('a customer subscribes by their session and goes home from here', async () => {
  const { user, sent } = await show('/newsletter', { signedIn: anna, answers: [answer(listNewsletters, () => open)] })
  await user.click(await card(/^Ofertas/))
  await press(user, texts.deeds.confirm)
  expect(await screen.findByText(/^Guardado/)).toBeTruthy()
  expect(sent).toEqual([{ subscriptor_or_email: anna.email, selected_newsletters: [1] }])
  expect(screen.getByRole('link', { name: texts.home })).toBeTruthy()
})

test('another address is asked for, and waits for its owner', async () => {
  const mails: object[] = []
  const { user } = await show('/newsletter?link=1', {
    answers: [
      answer(setMails, ({ body }) => {
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
  ['after many mails', new Refused('too_many_attempts', 429), texts.refusals.too_many_attempts],
  ['for want of a server', new TypeError('Failed to fetch'), texts.errors.mail],
])(
  'an address that is refused %s stays as it was typed, and one that is the own already is not asked for',
  async (_, failure, words) => {
    const { user } = await show('/newsletter?link=1', {
      answers: [
        answer(setMails, () => {
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
  },
)

test('the link of a new address confirms it, and shows nothing else before', async () => {
  let isConfirmed = false
  const { user } = await show('/newsletter?link=1', {
    answers: [
      answer(readSubscriber, () =>
        isConfirmed
          ? { ...eva, emails: ['eva@new.test'] }
          : {
              id: 5,
              emails: ['eva@new.test'],
              confirmation: { kind: 'address' as const, email: 'eva@new.test', newsletters: [] },
            },
      ),
      answer(setMails, () => {
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
  ['is another subscriber’s by now', new Refused('email_taken', 409), texts.refusals.email_taken],
  ['cannot be kept', new TypeError('Failed to fetch'), texts.errors.mail],
])('whoever confirms a new address that %s is told so', async (_, failure, words) => {
  const confirmation = { kind: 'address' as const, email: 'eva@new.test', newsletters: [] }
  const { user } = await show('/newsletter?link=1', {
    answers: [
      answer(readSubscriber, () => ({ ...eva, confirmation })),
      answer(setMails, () => {
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
  ['a link that is no good', '/newsletter?link=1', {}, texts.closed.newsletter_link_invalid.title],
  [
    'no link where one is wanted',
    '/newsletter',
    { jwtParamsRequired: true },
    texts.closed.newsletter_link_required.title,
  ],
])('%s closes the page and says what to do', async (_, address, newsletter, title) => {
  const invalid = answer(readSubscriber, () => {
    throw new Refused('newsletter_link_invalid', 403)
  })
  await show(address, { newsletter, answers: [invalid] })
  expect(await screen.findByText(title)).toBeTruthy()
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('a list that could not be read is read again on demand', async () => {
  let isBroken = true
  const { user } = await show('/newsletter', {
    answers: [
      answer(listOffered, () => {
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

test('that it could not be read whose link it is has words of its own, and the list behind it too', async () => {
  let broken: 'subscriber' | 'list' | null = 'subscriber'
  const { user } = await show('/newsletter?link=1', {
    answers: [
      answer(readSubscriber, () => {
        if (broken === 'subscriber') throw new Error('broken')
        return eva
      }),
      answer(listNewsletters, () => {
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

test('what could not be saved stays chosen, and too many mails are told', async () => {
  let failure: unknown = new Error('broken')
  const { user } = await show('/newsletter?link=1', {
    answers: [
      answer(setActiveNewsletters, () => {
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

test('there may be no newsletters', async () => {
  await show('/newsletter', { answers: [answer(listOffered, () => [])] })
  expect(await screen.findByText(texts.cards.emptyTitle)).toBeTruthy()
})

test.each([
  ['/newsletter?done=asked', texts.done.asked],
  ['/newsletter?done=left', texts.done.left],
  ['/newsletter?link=1&done=saved', texts.done.savedPlain],
  ['/newsletter?failed=newsletter_locked', texts.refusals.newsletter_locked],
  ['/newsletter?failed=invalid_email', texts.email.invalid],
  ['/newsletter?failed=anything', texts.errors.save],
])('a form sent without script comes back to %s and reads what was done', async (address, words) => {
  await show(address)
  expect(await screen.findByText(words)).toBeTruthy()
})

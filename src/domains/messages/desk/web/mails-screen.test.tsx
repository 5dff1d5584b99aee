import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { Refused } from '#kit/refusal.ts'
import { ToastProvider } from '#kit/web/overlay/toast.tsx'
import { mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import { type ListedMail, listMails, type ReadMail, readMail, retryMail } from '../api.ts'
import texts from '../texts/es.json'
import { MailsScreen } from './mails-screen.tsx'

beforeEach(mockTopLayer)

const mail: ListedMail = {
  ...{ id: 'm1', channel: 'mail', text_kind: null, kind: 'support.answered', topic: 'cases', is_code: false },
  ...{ subject: 'Hemos respondido', reader: 'Eva', customer_id: 3, addresses: ['e•••@example.test'] },
  ...{ state: 'retrying', tries: 2, created_at: '2026-03-01T10:00:00Z', next_at: '2026-03-01T10:02:00Z' },
  hindrance: null,
  has_copies: false,
}
const text: ListedMail = {
  ...{ ...mail, id: 's1', channel: 'sms', text_kind: 'activate', subject: null, state: 'failed', next_at: null },
  ...{ reader: null, customer_id: null, addresses: ['••• ••• 678'] },
}
const code: ListedMail = { ...text, id: 's2', text_kind: 'code', is_code: true, hindrance: 'code_over' }
const sent: ListedMail = {
  ...mail,
  id: 'm2',
  subject: 'Factura',
  state: 'sent',
  hindrance: 'not_retriable',
  has_copies: true,
}

const opened: ReadMail = {
  copies: [
    { id: 7, address: 'e•••@example.test', sent_at: '2026-03-01T10:00:00Z', subject: 'Factura', text: 'Código ••••••' },
    { id: 8, address: '••• ••• 678', sent_at: '2026-03-01T10:00:00Z', subject: null, text: 'Un SMS' },
  ],
  files: ['Factura.pdf'],
}

async function show(address: string, items: ListedMail[], retry: (id: string) => void = () => {}) {
  const queries: unknown[] = []
  await renderAt(
    address,
    <ToastProvider>
      <MailsScreen />
    </ToastProvider>,
    {
      messages: { 'desk-messages': texts },
      callMocks: [
        mockCall(listMails, ({ query }) => {
          queries.push(query)
          return { items, total: items.length && 26 }
        }),
        mockCall(readMail, ({ params: { id } }) => {
          if (id !== sent.id) throw new Refused('not_found', 404)
          return opened
        }),
        mockCall(retryMail, ({ params }) => {
          retry(params.id)
          return undefined
        }),
      ],
    },
  )
  return queries
}

test('the list follows its address, keeps the query across pages and offers to resend messages', async () => {
  const queries = await show('/operator/mails?q=eva&state=failed', [mail, text, code, sent])
  const retrying = await screen.findByRole('row', { name: /Hemos respondido Se reintenta: 2 intentos/ })
  expect(within(retrying).getByRole('link', { name: 'Eva' }).getAttribute('href')).toBe('/operator/customers/3')
  const offered = screen.getAllByRole('button', { name: /^Reenviar/ }).map((button) => button.ariaLabel)
  expect(offered).toEqual(['Reenviar: Hemos respondido', 'Reenviar: SMS para firmar un contrato'])
  const withCode = screen.getByRole('row', { name: /SMS con un código para firmar/ })
  expect(withCode.textContent).toContain('Los códigos no se reenvían')
  expect(queries).toEqual([{ q: 'eva', state: 'failed', offset: 0, limit: 25 }])
  expect(screen.getByRole('link', { name: 'Siguientes' }).getAttribute('href')).toBe(
    '/operator/mails?q=eva&state=failed&offset=25',
  )
})

test('a text message is sent again, and a failure to do so is shown', async () => {
  const retried: string[] = []
  await show('/operator/mails', [text], (id) => {
    retried.push(id)
    if (retried.length === 1) throw new Refused('link_over', 409)
  })
  const button = await screen.findByRole('button', { name: 'Reenviar: SMS para firmar un contrato' })
  await userEvent.click(button)
  expect((await screen.findByRole('alert')).textContent).toBe('Su enlace ha caducado. Llama a quien lo espera.')
  await userEvent.click(button)
  await expect.poll(() => screen.getByRole('status').textContent).toBe('Se enviará otra vez enseguida')
  expect(retried).toEqual(['s1', 's1'])
})

test('says that no message matches the search', async () => {
  await show('/operator/mails?q=nadie', [])
  expect(await screen.findByText('No hay ningún envío así')).toBeTruthy()
})

test('a message that was sent is opened in a frame without scripts and links, and its text is beside it', async () => {
  await show('/operator/mails', [mail, sent])
  await userEvent.click(await screen.findByRole('button', { name: 'Abrir: Factura' }))
  const dialog = await screen.findByRole('dialog', { name: 'Factura' })
  const frame = await within(dialog).findByTitle('Factura')
  expect(frame.getAttribute('sandbox')).toBe('')
  expect(frame.getAttribute('src')).toMatch(/\/operator\/mails\/m2\/copies\/7\?lang=es$/)
  expect(within(dialog).getByText('Código ••••••')).toBeTruthy()
  expect(within(dialog).getByText('Un SMS')).toBeTruthy()
  expect(within(dialog).getByText('Adjuntos: Factura.pdf')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Abrir: Hemos respondido' })).toBeNull()
})

test('says that a message could not be opened', async () => {
  await show('/operator/mails', [{ ...sent, id: 'm9' }])
  await userEvent.click(await screen.findByRole('button', { name: 'Abrir: Factura' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(/^No hemos podido cargar el envío/)
})

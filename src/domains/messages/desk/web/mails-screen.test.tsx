import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Refused } from '#kit/refusal.ts'
import { ToastProvider } from '#kit/web/overlay/toast.tsx'
import { mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { type ListedMail, listMails, retryMail } from '../api.ts'
import texts from '../texts/es.json'
import { MailsScreen } from './mails-screen.tsx'

const mail: ListedMail = {
  ...{ id: 'm1', channel: 'mail', text_kind: null, kind: 'support.answered', topic: 'cases', is_code: false },
  ...{ subject: 'Hemos respondido', reader: 'Eva', customer_id: 3, addresses: ['e•••@example.test'] },
  ...{ state: 'retrying', tries: 2, created_at: '2026-03-01T10:00:00Z', next_at: '2026-03-01T10:02:00Z' },
  hindrance: null,
}
const text: ListedMail = {
  ...{ ...mail, id: 's1', channel: 'sms', text_kind: 'activate', subject: null, state: 'failed', next_at: null },
  ...{ reader: null, customer_id: null, addresses: ['••• ••• 678'] },
}
const code: ListedMail = { ...text, id: 's2', text_kind: 'code', is_code: true, hindrance: 'code_over' }
const sent: ListedMail = { ...mail, id: 'm2', subject: 'Factura', state: 'sent', hindrance: 'not_retriable' }

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

import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { listContracts } from '#domains/contracts/api.ts'
import { home } from '#domains/contracts/web/contract-testing.tsx'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import type { ReplyIn } from '#kit/call.ts'
import { Refused } from '#kit/refusal.ts'
import { anna, mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { listCommunications } from '../api.ts'
import texts from '../texts/es.json'
import { CommunicationsScreen } from './communications-screen.tsx'

type Communications = ReplyIn<typeof listCommunications>

const paid: Communications['messages'][number] = {
  id: '0b2c1e64-6d3e-4b44-9d0a-6f0f5a0d7b11',
  at: '2026-03-01T23:30:00Z',
  topic: 'payments',
  subject: 'Has pagado la factura FE2026/1',
  text: 'Hemos cobrado 45,69 €.\n\nEl justificante está en la factura.',
  action: { label: 'Ver la factura', link: '/invoices?contractType=electricity' },
  mail: 'sent',
  sent_to: ['anna@example.test'],
  refused_by: [],
  files: [{ place: 0, filename: 'Justificante.pdf' }],
}

const contractPaper: Communications['documents'][number] = {
  id: 12,
  name: 'Contrato firmado',
  created_date: '2026-03-05',
  size_text: '214 kB',
  filename: 'contrato.pdf',
  category_name: 'Contrato',
}

function show(communications: Partial<Communications> | Refused, search = '') {
  return renderAt(`/contracts/electricity/0048213/communications${search}`, <CommunicationsScreen />, {
    path: '/contracts/electricity/$contractName/communications',
    boot: { signedIn: anna, settings: defaultSettings },
    messages: { communications: texts },
    callMocks: [
      mockCall(listContracts, () => ({ items: [home], total: 1 })),
      mockCall(listCommunications, () => {
        if (communications instanceof Refused) throw communications
        const { messages = [], documents = [] } = communications
        const n_items = messages.length + documents.length
        return { messages, documents, n_items, offset: 0, limit: 20, ...communications }
      }),
    ],
  })
}

test('lists messages and documents together, newest first, with their days in the market’s time zone', async () => {
  await show({ messages: [paid], documents: [contractPaper] })
  const rows = await screen.findAllByRole('listitem')
  expect(rows[0]!.textContent).toContain('Contrato firmado05/03/2026 · Documento · 214 kB')
  expect(rows[1]!.textContent).toContain('02/03/2026 · PagosHas pagado la factura FE2026/1')
  expect(screen.getByRole('link', { name: /Contrato firmado/ }).getAttribute('href')).toBe(
    '/api/v2/contract/download_attachment/12?lang=es',
  )
  expect(screen.getByRole('link', { name: 'Carrer de Provença, 214' }).getAttribute('href')).toBe(
    '/contracts/electricity/0048213',
  )
})

test('expands a message to its text, its link, its files and its recipients', async () => {
  await show({ messages: [paid], documents: [] })
  await userEvent.click(await screen.findByText(paid.subject))
  const message = within(screen.getAllByRole('listitem')[0]!)
  message.getByText('El justificante está en la factura.')
  expect(message.getByRole('link', { name: 'Ver la factura' }).getAttribute('href')).toBe(
    '/invoices?contractType=electricity',
  )
  message.getByText('Enviado a anna@example.test')
  expect(message.getByRole('link', { name: /Justificante.pdf/ }).getAttribute('href')).toBe(
    `/api/v2/contracts/0048213/communications/${paid.id}/files/0?lang=es`,
  )
})

test.each([
  ['not_wanted', 'Sin correo, como elegiste en tus avisos'],
  ['failed', 'No pudimos enviarlo por correo'],
  ['waiting', 'Se enviará en unos minutos'],
] as const)('shows that a message is %s before it is expanded', async (mail, words) => {
  await show({ messages: [{ ...paid, mail, sent_to: [] }], documents: [] })
  await screen.findByText(`02/03/2026 · Pagos · ${words}`)
})

test('links to older communications on a further page', async () => {
  await show({ messages: [paid], n_items: 45 }, '?offset=20')
  const pager = within(await screen.findByRole('navigation'))
  const hrefOf = (name: RegExp) => pager.getByRole('link', { name }).getAttribute('href')
  expect(hrefOf(/Siguiente/)).toBe('/contracts/electricity/0048213/communications?offset=40')
  expect(hrefOf(/Anterior/)).toBe('/contracts/electricity/0048213/communications')
})

test('names a mailbox that refuses mail, with what to do', async () => {
  await show({ messages: [{ ...paid, mail: 'failed', sent_to: [], refused_by: ['ana@example.test'] }] })
  await userEvent.click(await screen.findByText(paid.subject))
  screen.getByText('Correo rechazado por ana@example.test: comprueba que la dirección esté bien escrita.')
})

test('says in the empty state when something will be sent', async () => {
  await show({ messages: [], documents: [] })
  await screen.findByRole('heading', { name: 'Aún no te hemos enviado nada' })
})

test('shows a loading error with a link back', async () => {
  await show(new Refused('unexpected', 500))
  expect((await screen.findByRole('alert')).textContent).toContain('No hemos podido cargar las comunicaciones')
  screen.getByRole('heading', { level: 1, name: 'Comunicaciones' })
})

import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { listContracts } from '#domains/contracts/api.ts'
import { home } from '#domains/contracts/web/contract-testing.tsx'
import { defaultSettings } from '#domains/operator/settings/defaults.ts'
import type { ReplyIn } from '#kit/call.ts'
import { Refused } from '#kit/refusal.ts'
import { anna, answer, renderAt } from '#kit/web/portal-testing.tsx'
import { listCommunications } from '../api.ts'
import messages from '../texts/es.json'
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
    messages: { messages },
    answers: [
      answer(listContracts, () => ({ items: [home], total: 1 })),
      answer(listCommunications, () => {
        if (communications instanceof Refused) throw communications
        const { messages = [], documents = [] } = communications
        const n_items = messages.length + documents.length
        return { messages, documents, n_items, offset: 0, limit: 20, ...communications }
      }),
    ],
  })
}

test('messages and documents stand together, newest first, with their days by the clock of the market', async () => {
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

test('a message is unfolded to its words, where it leads, its files and where it went', async () => {
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
] as const)('a message that is %s says so before it is unfolded', async (mail, words) => {
  await show({ messages: [{ ...paid, mail, sent_to: [] }], documents: [] })
  await screen.findByText(`02/03/2026 · Pagos · ${words}`)
})

test('there is a way to the older ones, on a page of their own', async () => {
  await show({ messages: [paid], n_items: 45 }, '?offset=20')
  const pager = within(await screen.findByRole('navigation'))
  const hrefOf = (name: RegExp) => pager.getByRole('link', { name }).getAttribute('href')
  expect(hrefOf(/Siguiente/)).toBe('/contracts/electricity/0048213/communications?offset=40')
  expect(hrefOf(/Anterior/)).toBe('/contracts/electricity/0048213/communications')
})

test('a mailbox that takes nothing is named, with what to do', async () => {
  await show({ messages: [{ ...paid, mail: 'failed', sent_to: [], refused_by: ['ana@example.test'] }] })
  await userEvent.click(await screen.findByText(paid.subject))
  screen.getByText('Correo rechazado por ana@example.test: comprueba que la dirección esté bien escrita.')
})

test('where nothing was sent yet, it says when there will be something', async () => {
  await show({ messages: [], documents: [] })
  await screen.findByRole('heading', { name: 'Aún no te hemos enviado nada' })
})

test('what could not be read is said, and the way back is there', async () => {
  await show(new Refused('unexpected', 500))
  expect((await screen.findByRole('alert')).textContent).toContain('No hemos podido cargar las comunicaciones')
  screen.getByRole('heading', { level: 1, name: 'Comunicaciones' })
})

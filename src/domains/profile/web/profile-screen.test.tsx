import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import duties from '#domains/duties/texts/es.json'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import { readAnyProfile } from '#domains/session/api.ts'
import { Refused } from '#kit/refusal.ts'
import { KnownPagesContext } from '#kit/web/navigation/known-pages.ts'
import { ToastProvider } from '#kit/web/overlay/toast.tsx'
import { anna, mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import app from '../../../app/texts/es.json'
import {
  type DataExport,
  type Erasure,
  listErasures,
  readDataExport,
  requestDataExport,
  requestErasure,
  withdrawErasure,
} from '../api.ts'
import { readOwnDetails } from '../details-api.ts'
import type { ErasureObstacle } from '../erasure-rules.ts'
import texts from '../texts/es.json'
import { ProfileScreen } from './profile-screen.tsx'

beforeEach(mockTopLayer)

const copy: DataExport = {
  id: '6f1c2b1e-0d0f-4d9c-9d4e-3f6f2f1f0a11',
  state: 'waiting',
  requested_at: '2026-03-10T10:00:00.000Z',
  expires_at: null,
  size_bytes: null,
}
const erasure: Erasure = {
  id: 12,
  state: 'requested',
  comment: null,
  answer: null,
  requested_at: '2026-03-10T10:00:00.000Z',
  answer_by: '2026-04-10',
  updated_at: '2026-03-10T10:00:00.000Z',
  duty: {
    ...{ kind: 'erasure_answer', status: 'running', due_on: '2026-04-10', due_at: null },
    recourse: 'data_protection_agency',
  },
}

async function show({
  kept = null,
  erasures = [],
  openContracts = 0,
  obstacles = [],
  isReadonly = false,
  ask = () => {},
  newsletterUrl = null,
  email = 'anna@example.test',
  hasPage = () => true,
}: {
  kept?: DataExport | null
  erasures?: Erasure[]
  openContracts?: number
  obstacles?: ErasureObstacle[]
  isReadonly?: boolean
  ask?: (comment?: string) => void
  newsletterUrl?: string | null
  email?: string
  hasPage?: (address: string) => boolean
} = {}) {
  let all = erasures
  await renderAt(
    '/profile',
    <ToastProvider>
      <KnownPagesContext value={hasPage}>
        <ProfileScreen />
      </KnownPagesContext>
    </ToastProvider>,
    {
      boot: { settings: defaultSettings, signedIn: { ...anna, readonly: isReadonly } },
      messages: { app, duties, profile: texts },
      callMocks: [
        mockCall(readAnyProfile, () => ({
          name: 'Anna Güell',
          email,
          newsletter_url: newsletterUrl,
        })),
        mockCall(readOwnDetails, () => ({
          name: 'Anna Güell',
          email,
          phone: null,
          pending_email: null,
          version: 'one',
        })),
        mockCall(readDataExport, () => ({ export: kept })),
        mockCall(requestDataExport, () => {
          ask()
          return { export: copy }
        }),
        mockCall(listErasures, () => ({
          ...{ items: all, open_contracts: openContracts, obstacles },
          kept_until: { books: '2032-12-31', claims: '2031-11-22' },
        })),
        mockCall(requestErasure, ({ body: { comment } }) => {
          ask(comment)
          all = [{ ...erasure, comment: comment ?? null }, ...all]
          return all[0]!
        }),
        mockCall(withdrawErasure, ({ params }) => {
          all = all.map((each) => (String(each.id) === params.erasureId ? { ...each, state: 'withdrawn' } : each))
          return all[0]!
        }),
      ],
    },
  )
  await screen.findByText(email || texts.contact.noEmail)
}

const section = (name: string) => within(screen.getByRole('region', { name }))

test('says that an account activated by text message has no e-mail address', async () => {
  await show({ email: '' })
  expect(section('Tus datos').getByText('No tenemos ninguno. Dínoslo y lo añadimos.')).toBeTruthy()
})

test('shows who the user is, and links to the pages for the rest of the account', async () => {
  await show()
  expect(section('Tus datos').getByText('Anna Güell')).toBeTruthy()
  const links = section('Acceso y avisos').getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/change-password',
    '/profile/security',
    '/profile/sessions',
    '/profile/programs',
    '/profile/data-sharing',
    '/profile/messages',
    '/alerts',
    '/newsletter',
  ])
})

test('links to no page that does not exist, and to the newsletter of another site', async () => {
  await show({ hasPage: (address) => address === '/change-password', newsletterUrl: 'https://news.example/anna' })
  const links = section('Acceso y avisos').getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/change-password', 'https://news.example/anna'])
})

describe('the data export', () => {
  const ask = () => section('Descargar todos mis datos').getByRole('button', { name: 'Preparar mi copia' })

  test('is requested by one click, and then shown as in progress', async () => {
    await show()
    await userEvent.click(ask())
    expect(await screen.findByText(/Estamos preparando tu copia/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /copia/ })).toBeNull()
  })

  test('reports a failed request, which can be retried', async () => {
    await show({
      ask: () => {
        throw new TypeError('Failed to fetch')
      },
    })
    await userEvent.click(ask())
    expect((await screen.findByRole('alert')).textContent).toContain('No hemos podido registrar tu solicitud')
    expect(ask()).toBeTruthy()
  })

  test('reports no failure after a cancelled re-authentication', async () => {
    await show({
      ask: () => {
        throw new Refused('fresh_authentication_required', 403)
      },
    })
    await userEvent.click(ask())
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('is offered with its size and its last day', async () => {
    await show({ kept: { ...copy, state: 'ready', expires_at: '2026-03-17T10:00:00.000Z', size_bytes: 2_340_000 } })
    expect(screen.getByText('Tu copia está lista (2,3 MB). Puedes descargarla hasta el 17/03/2026.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Descargar mi copia' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Preparar otra copia' })).toBeTruthy()
  })
})

describe('the erasure of the user’s data', () => {
  const start = () => section('Borrar mis datos').getByRole('button', { name: 'Pedir el borrado' })
  const dialog = async () => within(await screen.findByRole('dialog', { name: 'Pedir el borrado de mis datos' }))

  test('says what the law retains, and which contracts have not ended', async () => {
    await show({ openContracts: 2 })
    expect(screen.getByText(/seis años \(Código de Comercio, artículo 30\)/)).toBeTruthy()
    expect(screen.getByText(/Tienes 2 contratos que no han terminado/)).toBeTruthy()
  })

  test('says what is erased, until when the rest stays, and what has to end first', async () => {
    await show({ obstacles: ['open_contracts', 'unpaid_invoices'] })
    expect(screen.getByText(/Tu usuario y contraseña/)).toBeTruthy()
    expect(screen.getByText(/hasta el 31\/12\/2032/)).toBeTruthy()
    expect(screen.getByText(/hasta el 22\/11\/2031/)).toBeTruthy()
    expect(screen.getByText('Pagar las facturas pendientes.')).toBeTruthy()
  })

  test('is requested only after confirmation, with the message entered', async () => {
    const ask = vi.fn()
    await show({ ask })
    await userEvent.click(start())
    const open = await dialog()
    await userEvent.type(open.getByLabelText(/Qué quieres que borremos/), 'El teléfono')
    await userEvent.click(open.getByRole('button', { name: 'Enviar la solicitud' }))
    expect(ask).not.toHaveBeenCalled()
    expect(open.getByText('Marca la casilla para confirmar que lo entiendes.')).toBeTruthy()
    await userEvent.click(open.getByRole('checkbox'))
    await userEvent.click(open.getByRole('button', { name: 'Enviar la solicitud' }))
    expect(ask).toHaveBeenCalledExactlyOnceWith('El teléfono')
    const row = await screen.findByRole('row', { name: /N\.º 12/ })
    expect(row.textContent).toContain('Recibida')
    expect(row.textContent).toContain('Te respondemos antes de que acabe el 10/04/2026. Si no, puedes reclamar')
    expect(screen.queryByRole('button', { name: 'Pedir el borrado' })).toBeNull()
  })

  test('keeps the draft when it could not be sent', async () => {
    await show({
      ask: () => {
        throw new TypeError('Failed to fetch')
      },
    })
    await userEvent.click(start())
    const open = await dialog()
    await userEvent.type(open.getByLabelText(/Qué quieres que borremos/), 'El teléfono')
    await userEvent.click(open.getByRole('checkbox'))
    await userEvent.click(open.getByRole('button', { name: 'Enviar la solicitud' }))
    expect((await open.findByRole('alert')).textContent).toContain('No ha funcionado')
    expect((open.getByLabelText(/Qué quieres que borremos/) as HTMLInputElement).value).toBe('El teléfono')
  })

  test('is withdrawn until it is answered', async () => {
    await show({ erasures: [erasure] })
    await userEvent.click(screen.getByRole('button', { name: 'Retirar la solicitud' }))
    await waitFor(() => expect(screen.getByRole('row', { name: /N\.º 12/ }).textContent).toContain('Retirada'))
    expect(start()).toBeTruthy()
  })

  test('is unavailable to a read-only user', async () => {
    await show({ isReadonly: true })
    expect(start().title).toMatch(/cuenta de otra persona/)
    await userEvent.click(start())
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

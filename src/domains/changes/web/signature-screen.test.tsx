import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  acceptSignatureAnnex,
  listSignatures,
  markSignatureSummaryRead,
  readSignature,
  type Signature,
  sendSignatureCode,
  signDocument,
} from '#domains/signatures/api.ts'
import texts from '#domains/signatures/texts/es.json'
import { PendingSignatures } from '#domains/signatures/web/pending-signatures.tsx'
import { pendingSignature, signatureWithCode, signedSignature } from '#domains/signatures/web/signature-testing.ts'
import type { SignedInUser } from '#kit/boot.ts'
import { Refused } from '#kit/refusal.ts'
import { anna, type CallMock, mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import app from '../../../app/texts/es.json'
import { listChanges, withdrawChange } from '../api.ts'
import { SignatureScreen } from './signature-screen.tsx'

afterEach(() => vi.unstubAllGlobals())

const address = `/signature/${pendingSignature.id}`

type Stage = { search?: string; signedIn?: Partial<SignedInUser>; answers?: readonly CallMock[] }

/** Renders the page of a signature. The replies to its calls become its state from then on. */
async function show(signature: Signature, { search = '', signedIn, answers = [] }: Stage = {}) {
  const serverState = { signature }
  const shown = await renderAt(address + search, <SignatureScreen />, {
    path: '/signature/$signatureId',
    boot: { signedIn: { ...anna, ...signedIn } },
    messages: { app, signatures: texts },
    callMocks: [
      ...answers,
      mockCall(listChanges, () => ({ items: [] })),
      mockCall(readSignature, () => serverState.signature),
    ],
  })
  await screen.findByRole('heading', { level: 1, name: pendingSignature.title })
  return { ...shown, kept: serverState }
}

describe('a pending document', () => {
  test('is read first, at an address of its own', async () => {
    await show(pendingSignature)
    expect(screen.getByText(/Puedes firmarlo hasta el 09\/04\/2026/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Contrato 0048213' }).getAttribute('href')).toBe(
      '/contracts/electricity/0048213',
    )
    const link = screen.getByRole('link', { name: 'Abrir el documento' })
    expect(link.getAttribute('href')).toBe(
      `/api/v2/signatures/${pendingSignature.id}/document/?type=original&disposition=inline&lang=es`,
    )
    expect(link.getAttribute('target')).toBe('_blank')
    expect(screen.queryByTitle('Documento para firmar')).toBeNull()
  })

  test('leads to its summary until that is read, whatever step is asked for', async () => {
    const summary = {
      sha256: 'a'.repeat(64),
      sent_at: '2026-03-10T09:00:00Z',
      read_at: null,
      papers: [
        { title: 'Resumen', lead: 'Lo principal', facts: [{ label: 'CUPS', value: 'ES0031' }], notes: ['Sin IVA'] },
      ],
    }
    const read = vi.fn(() => ({ ...pendingSignature, summary: { ...summary, read_at: '2026-03-10T10:00:00Z' } }))
    const { kept } = await show(
      { ...pendingSignature, summary },
      {
        search: '?step=code',
        answers: [
          mockCall(markSignatureSummaryRead, () => {
            kept.signature = read()
            return kept.signature
          }),
        ],
      },
    )
    expect(screen.queryByRole('button', { name: 'Enviar el código' })).toBeNull()
    expect(screen.getByText('CUPS').nextElementSibling?.textContent).toBe('ES0031')
    expect(screen.getByRole('link', { name: 'Abrir el resumen en PDF' }).getAttribute('href')).toContain('type=summary')
    await userEvent.click(screen.getByRole('button', { name: 'He leído el resumen, continuar' }))
    await screen.findByRole('button', { name: 'Lo he leído, continuar' })
    expect(read).toHaveBeenCalledTimes(1)
  })

  test('asks for its annex to be accepted before a code is sent', async () => {
    const paper = { title: 'Renuncia', lead: '', facts: [{ label: 'Pierdes', value: '144,51 €' }], notes: [] }
    const annex = { sha256: 'a'.repeat(64), accepted_at: null as string | null, paper }
    const accept = vi.fn()
    const { kept } = await show(
      { ...pendingSignature, annex },
      {
        search: '?step=code',
        answers: [
          mockCall(acceptSignatureAnnex, (sent) => {
            accept(sent.body)
            kept.signature = { ...pendingSignature, annex: { ...annex, accepted_at: '2026-03-10T10:00:00Z' } }
            return kept.signature
          }),
        ],
      },
    )
    expect(screen.queryByRole('button', { name: 'Enviar el código' })).toBeNull()
    expect(screen.getByText('Pierdes').nextElementSibling?.textContent).toBe('144,51 €')
    await userEvent.click(screen.getByRole('button', { name: 'Continuar' }))
    expect(screen.getByText(/Para seguir, marca que lo aceptas/)).toBeTruthy()
    expect(accept).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('checkbox', { name: 'Lo he leído y lo acepto' }))
    await userEvent.click(screen.getByRole('button', { name: 'Continuar' }))
    expect(await screen.findByRole('button', { name: 'Enviar el código' })).toBeTruthy()
    expect(accept).toHaveBeenCalledWith({ annex_sha256: annex.sha256 })
  })

  test('is shown within the page by a browser that supports it', async () => {
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { pdfViewerEnabled: true }))
    await show(pendingSignature)
    expect(screen.getByTitle('Documento para firmar').getAttribute('src')).toContain('disposition=inline')
  })

  test('is signed with a code sent by the chosen channel', async () => {
    const sent = vi.fn(() => signatureWithCode)
    const sign = vi.fn(() => signedSignature)
    const { router } = await show(pendingSignature, {
      answers: [mockCall(sendSignatureCode, sent), mockCall(signDocument, sign)],
    })
    await userEvent.click(screen.getByRole('button', { name: 'Lo he leído, continuar' }))
    expect(await screen.findByRole('heading', { level: 2, name: 'Recibe un código' })).toBe(document.activeElement)
    expect(screen.getByRole('radio', { name: 'Por correo: a•••@example.test' })).toHaveProperty('checked', true)
    await userEvent.click(screen.getByRole('radio', { name: 'Por SMS: ••• ••• 678' }))
    await userEvent.click(screen.getByRole('button', { name: 'Enviar el código' }))
    expect(sent).toHaveBeenCalledWith({ params: { signatureId: pendingSignature.id }, body: { channel: 'sms' } })

    const field = await screen.findByLabelText('Código')
    expect(router.state.location.search).toEqual({ step: 'sign' })
    expect(field.getAttribute('autocomplete')).toBe('one-time-code')
    expect(field.getAttribute('inputmode')).toBe('numeric')
    await userEvent.type(field, '012 345')
    await userEvent.click(screen.getByRole('button', { name: 'Firmar el documento' }))
    expect(sign).toHaveBeenCalledWith({ params: { signatureId: pendingSignature.id }, body: { code: '012345' } })
    expect(await screen.findByRole('heading', { name: 'Documento firmado' })).toBeTruthy()
  })

  test('of two contracts links to both, sends the hash of what was read, and is read again where it has changed', async () => {
    const contracts = [pendingSignature.contract!, { name: '0048214', type: 'gas' as const }]
    const dual = { ...pendingSignature, contracts, document_sha256: 'a'.repeat(64) }
    const sent = vi.fn(() => {
      throw new Refused('document_changed', 409)
    })
    const { kept: serverState } = await show(dual, { answers: [mockCall(sendSignatureCode, sent)] })
    for (const [name, href] of [
      ['Contrato 0048213', '/contracts/electricity/0048213'],
      ['Contrato 0048214', '/contracts/gas/0048214'],
    ] as const)
      expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(href)
    await userEvent.click(screen.getByRole('button', { name: 'Lo he leído, continuar' }))
    serverState.signature = { ...dual, document_sha256: 'b'.repeat(64) }
    await userEvent.click(await screen.findByRole('button', { name: 'Enviar el código' }))
    const body = { channel: 'email', document_sha256: 'a'.repeat(64) }
    expect(sent).toHaveBeenCalledWith({ params: { signatureId: pendingSignature.id }, body })
    expect(await screen.findByRole('heading', { level: 2, name: 'Lee el documento' })).toBeTruthy()
    expect((await screen.findByRole('alert')).textContent).toContain(texts.refusals.document_changed)
  })

  test('can be left unsigned by withdrawing the request', async () => {
    const withdraw = vi.fn(() => undefined)
    const request = {
      id: 7,
      kind: 'power',
      state: 'waiting_for_signature' as const,
      requested_at: pendingSignature.created_at,
      updated_at: pendingSignature.created_at,
      reason: null,
      signature: { id: pendingSignature.id, url: `/signature/${pendingSignature.id}` },
    }
    const { kept: serverState } = await show(pendingSignature, {
      answers: [mockCall(listChanges, () => ({ items: [request] })), mockCall(withdrawChange, withdraw)],
    })
    serverState.signature = { ...pendingSignature, state: 'cancelled' }
    await userEvent.click(await screen.findByRole('button', { name: 'Retirar la petición' }))
    expect(withdraw).toHaveBeenCalledWith({ params: { contractName: '0048213', changeId: '7' } })
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Retirar la petición' })).toBeNull())
  })

  test('that was left resumes at the code that was sent', async () => {
    await show(signatureWithCode)
    expect(
      screen.getByText('Hemos enviado el código por correo a a•••@example.test. Vale hasta las 11:10.'),
    ).toBeTruthy()
    expect(screen.getByLabelText('Código')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Lee el documento' }).getAttribute('href')).toBe(`${address}?step=read`)
  })

  test('has no field for a code that was not sent', async () => {
    await show(pendingSignature, { search: '?step=sign' })
    expect(screen.getByRole('button', { name: 'Enviar el código' })).toBeTruthy()
  })

  test.each([
    ['e-mail where no telephone is known', 0, 'Por correo: a•••@example.test', 'email'],
    ['text message where no address is known', 1, 'Por SMS: ••• ••• 678', 'sms'],
  ] as const)('has a single channel, %s, and sends the code there', async (_, index, hint, channel) => {
    const sent = vi.fn(() => signatureWithCode)
    const answers = [mockCall(sendSignatureCode, sent)]
    await show(
      { ...pendingSignature, channels: [pendingSignature.channels[index]!] },
      { search: '?step=code', answers },
    )
    expect(screen.queryByRole('radio')).toBeNull()
    screen.getByText(hint)
    await userEvent.click(screen.getByRole('button', { name: 'Enviar el código' }))
    expect(sent).toHaveBeenCalledWith({ params: { signatureId: pendingSignature.id }, body: { channel } })
  })
})

describe('a code', () => {
  const refuse = (code: string, status: number) => () => {
    throw new Refused(code, status)
  }

  test('that is invalid is not sent, and the input stays', async () => {
    const sign = vi.fn(() => signedSignature)
    await show(signatureWithCode, { answers: [mockCall(signDocument, sign)] })
    await userEvent.type(screen.getByLabelText('Código'), '12345{Enter}')
    expect(await screen.findByText('Escribe las seis cifras del código.')).toBeTruthy()
    expect(screen.getByLabelText('Código')).toHaveProperty('value', '12345')
    expect(screen.getByLabelText('Código').getAttribute('aria-invalid')).toBe('true')
    expect(sign).not.toHaveBeenCalled()
  })

  test('that is wrong shows the remaining tries, and the input stays', async () => {
    const { kept: serverState } = await show(signatureWithCode, {
      answers: [mockCall(signDocument, refuse('code_wrong', 400))],
    })
    serverState.signature = { ...signatureWithCode, code: { ...signatureWithCode.code!, tries_left: 3 } }
    await userEvent.type(screen.getByLabelText('Código'), '111111{Enter}')
    expect(await screen.findByText(/no es el último código.*Te quedan 3 intentos\./)).toBeTruthy()
    expect(screen.getByLabelText('Código')).toHaveProperty('value', '111111')
  })

  test.each([
    ['too_many_attempts', 'Has agotado los intentos con este código. Pide otro.'],
    ['code_expired', /El código ya no vale\. Pide otro/],
  ])('that is no longer valid (%s) leads to another one', async (code, words) => {
    const { kept: serverState } = await show(signatureWithCode, {
      answers: [mockCall(signDocument, refuse(code, 409))],
    })
    serverState.signature = pendingSignature
    await userEvent.type(screen.getByLabelText('Código'), '111111{Enter}')
    expect((await screen.findByRole('alert')).textContent).toMatch(words)
    expect(screen.getByRole('button', { name: 'Enviar el código' })).toBeTruthy()
  })

  test.each([
    ['too_many_codes', 429, /Te hemos enviado 5 códigos en la última hora/],
    ['unexpected', 500, /No hemos podido hacerlo y nada ha cambiado/],
  ])('that cannot be sent (%s) says why', async (code, status, words) => {
    await show(pendingSignature, { search: '?step=code', answers: [mockCall(sendSignatureCode, refuse(code, status))] })
    await userEvent.click(screen.getByRole('button', { name: 'Enviar el código' }))
    expect((await screen.findByRole('alert')).textContent).toMatch(words)
  })

  test('entered after another device has signed shows that it is signed', async () => {
    const { kept: serverState } = await show(signatureWithCode, {
      answers: [mockCall(signDocument, refuse('already_signed', 409))],
    })
    serverState.signature = signedSignature
    await userEvent.type(screen.getByLabelText('Código'), '111111{Enter}')
    expect(await screen.findByRole('heading', { name: 'Documento firmado' })).toBeTruthy()
  })

  test('is neither requested nor entered by a read-only user', async () => {
    const sent = vi.fn(() => signatureWithCode)
    const answers = [mockCall(sendSignatureCode, sent)]
    await show(pendingSignature, { search: '?step=code', signedIn: { readonly: true }, answers })
    const button = screen.getByRole('button', { name: 'Enviar el código' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(button.title).toBe(app.refusals.token_readonly)
    await userEvent.click(button)
    expect(sent).not.toHaveBeenCalled()
  })
})

describe('a document that no longer waits', () => {
  test('because it is signed has its copy, and shows the next steps', async () => {
    const fetched = vi.fn(async () => new Response(null, { status: 500 }))
    vi.stubGlobal('fetch', fetched)
    await show(signedSignature)
    expect(screen.getByText(/Lo firmó Anna Soler el 10\/03\/2026, 11:05\..*te avisaremos por correo/)).toBeTruthy()
    expect(screen.getByText(/También la tienes entre los documentos del contrato/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Descargar la copia firmada' }))
    await waitFor(() =>
      expect(fetched).toHaveBeenCalledWith(
        `/api/v2/signatures/${pendingSignature.id}/document/?type=signed&lang=es`,
        expect.anything(),
      ),
    )
  })

  test('because both of two contracts are signed links to each, and shows where the copy is', async () => {
    const contracts = [pendingSignature.contract!, { name: '0048214', type: 'gas' as const }]
    await show({ ...signedSignature, contracts })
    expect(screen.getByText(/entre los documentos de cada contrato/)).toBeTruthy()
    const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    expect(href('Ir al contrato de luz')).toBe('/contracts/electricity/0048213')
    expect(href('Ir al contrato de gas')).toBe('/contracts/gas/0048214')
  })

  test.each([
    ['expired', 'Ya no se puede firmar', /El plazo terminó el 09\/04\/2026/],
    ['cancelled', 'Esta firma se ha anulado', /No hace falta que firmes nada/],
  ] as const)('because it is %s says so, and where to continue', async (state, title, words) => {
    await show({ ...pendingSignature, state })
    expect(screen.getByRole('heading', { name: title })).toBeTruthy()
    expect(screen.getByText(words)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Ir al contrato' }).getAttribute('href')).toBe(
      '/contracts/electricity/0048213',
    )
    expect(screen.queryByRole('button')).toBeNull()
  })
})

describe('pending signatures', () => {
  const contracts = [pendingSignature.contract!, { name: '0048214', type: 'gas' as const }]
  const items = [
    {
      id: pendingSignature.id,
      url: address,
      title: pendingSignature.title,
      expires_at: pendingSignature.expires_at,
      contract: pendingSignature.contract,
      contracts,
    },
    { id: 'b', url: '/signature/b', title: 'Otro', expires_at: pendingSignature.expires_at, contract: null },
  ]
  const point = (contractName?: string) =>
    renderAt('/', <PendingSignatures contractName={contractName} />, {
      messages: { signatures: texts },
      callMocks: [mockCall(listSignatures, () => ({ items }))],
    })

  test('are listed with a link to them', async () => {
    await point()
    expect(
      await screen.findByText(`Te falta firmar «${pendingSignature.title}». Tienes hasta el 09/04/2026.`),
    ).toBeTruthy()
    const links = screen.getAllByRole('link', { name: 'Leer y firmar' })
    expect(links.map((link) => link.getAttribute('href'))).toEqual([address, '/signature/b'])
  })

  test('are listed for their own contract only, and for two contracts beside each', async () => {
    await point('0048213')
    expect(await screen.findAllByRole('link')).toHaveLength(1)
    cleanup()
    await point('0048214')
    expect(await screen.findAllByRole('link')).toHaveLength(1)
  })
})

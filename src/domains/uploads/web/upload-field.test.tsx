import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import app from '#app/texts/es.json'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import { anna, renderAt } from '#kit/web/portal-testing.tsx'
import uploads from '../texts/es.json'
import { UploadField } from './upload-field.tsx'
import { type SentUpload, useUploads } from './use-uploads.ts'

/** A stand-in for the browser's XMLHttpRequest, whose response the test triggers. */
class LateRequest extends EventTarget {
  static last: LateRequest
  upload = new EventTarget()
  status = 0
  responseText = ''
  isAborted = false
  open() {}
  setRequestHeader() {}
  send() {
    LateRequest.last = this
  }
  abort() {
    this.isAborted = true
  }
  progress(loaded: number, total: number) {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total }))
  }
  answer(status: number, body: object) {
    Object.assign(this, { status, responseText: JSON.stringify(body) })
    this.dispatchEvent(new Event('load'))
  }
}

beforeEach(() => vi.stubGlobal('XMLHttpRequest', LateRequest))
afterEach(() => vi.unstubAllGlobals())

const photo = new File(['x'.repeat(2000)], 'contador.jpg', { type: 'image/jpeg' })

function Form() {
  const [sent, setSent] = useState<readonly SentUpload[]>([])
  const uploads = useUploads({ sent, onSent: (change) => setSent(change), maxCount: 6 })
  return (
    <>
      <UploadField label="Adjuntos" uploads={uploads} />
      <output>{uploads.isUnderWay ? 'espera' : (uploads.unsent ?? sent.map(({ id }) => id).join())}</output>
    </>
  )
}

async function chosen({ readonly = false } = {}) {
  const user = userEvent.setup()
  await renderAt('/contact', <Form />, {
    boot: { signedIn: { ...anna, readonly }, settings: defaultSettings },
    messages: { app, uploads },
  })
  LateRequest.last = undefined as never
  await user.upload(screen.getByLabelText('Adjuntos'), photo)
  await waitFor(() => expect(LateRequest.last).toBeDefined())
  return user
}

test('uploads a file as soon as it is chosen, shows its progress, and finally has the id from the server', async () => {
  await chosen()
  LateRequest.last.progress(500, 2000)
  await waitFor(() => expect(screen.getByRole<HTMLProgressElement>('progressbar').value).toBe(0.25))
  LateRequest.last.progress(2000, 2000)
  await waitFor(() => expect(screen.getByRole<HTMLProgressElement>('progressbar').value).toBe(1))
  expect(screen.getByRole('status').textContent).toBe('espera')
  LateRequest.last.answer(200, { id: 'b2c1' })
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('b2c1'))
  expect(screen.queryByRole('progressbar')).toBeNull()
})

test('shows what to do about a file that the server refuses', async () => {
  await chosen()
  LateRequest.last.answer(415, { message: 'file_kind' })
  await screen.findByText('Solo podemos recibir imágenes y PDF. Elige otro archivo.')
  expect(screen.getByRole('status').textContent).toBe(uploads.unsent)
  expect(screen.queryByRole('button', { name: 'Volver a enviar contador.jpg' }), 'it would be refused again').toBeNull()
})

test.each([
  ['upload_files_per_day', { files: 1200 }, 'Hoy ya has enviado 1.200 archivos, el máximo en un día. Sigue mañana.'],
  [
    'upload_bytes',
    { megabytes: 7.5 },
    'Con este archivo tus archivos superarían los 7,5 MB. Escríbenos para liberar espacio.',
  ],
  ['upload_files', undefined, uploads.failed],
] as const)('shows the limit for a file beyond %s, if the server returns it', async (code, values, words) => {
  await chosen()
  LateRequest.last.answer(409, { message: code, error: { code, message: 'No.', values } })
  await screen.findByText(words)
})

test('aborts the upload of a file that is removed', async () => {
  const user = await chosen()
  await user.click(screen.getByRole('button', { name: 'Quitar contador.jpg' }))
  expect(LateRequest.last.isAborted).toBe(true)
  expect(screen.queryByText('contador.jpg')).toBeNull()
})

test('tells a read-only user that nothing can be uploaded', async () => {
  await chosen({ readonly: true })
  LateRequest.last.answer(403, { message: 'token_readonly' })
  await screen.findByText('Estás viendo la cuenta de otra persona: no puedes cambiar nada.')
})

test('blocks the form while a file has failed, and lets the user retry the upload', async () => {
  const user = await chosen()
  LateRequest.last.dispatchEvent(new Event('error'))
  await screen.findByText(app.refusals.offline)
  expect(screen.getByRole('status').textContent).toBe(uploads.unsent)
  const first = LateRequest.last
  await user.click(screen.getByRole('button', { name: 'Volver a enviar contador.jpg' }))
  await waitFor(() => expect(LateRequest.last).not.toBe(first))
  expect(screen.getByRole('status').textContent).toBe('espera')
  LateRequest.last.answer(200, { id: 'b2c1' })
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('b2c1'))
  expect(screen.queryByRole('button', { name: 'Volver a enviar contador.jpg' })).toBeNull()
})

test('lets the user remove a failed file, which unblocks the form', async () => {
  const user = await chosen()
  LateRequest.last.answer(504, {})
  await screen.findByText(app.refusals.late)
  await user.click(screen.getByRole('button', { name: 'Quitar contador.jpg' }))
  expect(screen.getByRole('status').textContent).toBe('')
})

import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAt } from '#kit/web/portal-testing.tsx'
import { downloadCaseAttachment } from '../../downloads.ts'
import { MessageThread } from './message-thread.tsx'

test('a file that waits for its scan or was removed is marked and has no link', async () => {
  const written = { id: 1, author: 'customer' as const, author_name: 'Anna', message: 'Hola' }
  const file = (number: number, filename: string, scan_state?: 'waiting' | 'clean' | 'infected') => ({
    ...{ id: `7d9f4a1e-53a1-4c39-9d38-2f9a3d3f6f0${number}`, filename, size_bytes: 1_000, scan_state },
  })
  const attachments = [
    file(1, 'contador.jpg', 'clean'),
    file(2, 'factura.pdf', 'waiting'),
    file(3, 'virus.pdf', 'infected'),
    file(4, 'antes.pdf'),
  ]
  await renderAt(
    '/requests/1',
    <MessageThread
      title="Mensajes"
      messages={[{ ...written, written_at: '2026-11-20T10:00:00Z', attachments }]}
      authorOf={() => 'Anna'}
      fileOf={(attachmentId) => ({ call: downloadCaseAttachment, params: { id: '1', attachmentId } })}
      closedText={(state) => (state === 'waiting' ? 'Comprobando' : 'Retirado')}
    />,
    {},
  )
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('contador.jpg'),
    expect.stringContaining('antes.pdf'),
  ])
  const closed = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(closed).toContain('factura.pdfComprobando')
  expect(closed).toContain('virus.pdfRetirado')
})

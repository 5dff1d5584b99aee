import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ToastProvider } from '#kit/web/overlay/toast.tsx'
import { mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { type ListedImport, listImports, retryImport } from '../api.ts'
import texts from '../texts/es.json'
import { ImportsScreen } from './imports-screen.tsx'

const listed: ListedImport = {
  ...{ id: 7, source: 'desk', kind: 'customers', file_name: 'customers.ndjson', by: 'Jordi Ferrer', state: 'done' },
  ...{
    progress: 1,
    accepted: 3,
    refused: 1,
    kept_hours: 0,
    kept_days: 0,
    has_report: true,
    can_retry: false,
    created_at: '2026-03-01T10:00:00Z',
  },
  ...{ tries: 1, failure: null },
}

test('each import shows its status, a link to refused lines and a retry button', async () => {
  const retried: unknown[] = []
  await renderAt(
    '/operator/imports?source=api',
    <ToastProvider>
      <ImportsScreen />
    </ToastProvider>,
    {
      messages: { 'desk-integration': texts },
      callMocks: [
        mockCall(listImports, ({ query }) => {
          expect(query).toMatchObject({ source: 'api', offset: 0 })
          const failed = { state: 'failed', has_report: false, can_retry: true, accepted: 0, refused: 0 } as const
          const items = [
            listed,
            { ...listed, id: 8, file_name: 'b.xml', failure: 'broke_off', ...failed },
            { ...listed, id: 10, file_name: 'c.ndjson', state: 'running' as const, progress: 0.25, tries: 2 },
            { ...listed, id: 9, file_name: '', by: 'erp', refused: 0, has_report: false },
          ]
          return { items, total: 4 }
        }),
        mockCall(retryImport, ({ params }) => {
          retried.push(params)
          return undefined
        }),
      ],
    },
  )
  expect(await screen.findByRole('row', { name: /customers\.ndjson Con líneas rechazadas Clientes/ })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Líneas rechazadas de customers.ndjson' })).toBeTruthy()
  expect(screen.getByRole('row', { name: /Lote 9 Importado/ })).toBeTruthy()
  expect(screen.getByRole('row', { name: /b\.xml .*El servidor se interrumpió en todos los intentos/ })).toBeTruthy()
  const running = /c\.ndjson 25.%, 3 importadas, 1 rechazada.*empezó de nuevo: intento 2/
  expect(screen.getByRole('row', { name: running })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar b.xml' }))
  await expect.poll(() => retried).toEqual([{ id: '8' }])
})

import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import app from '#app/texts/es.json'
import { Refused } from '#kit/refusal.ts'
import { ToastProvider } from '#kit/web/overlay/toast.tsx'
import { mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { type ListedJob, listJobs, runJob } from '../api.ts'
import texts from '../texts/es.json'
import { JobsScreen } from './jobs-screen.tsx'

const seen_at = '2026-03-01T10:00:00Z'
const job: ListedJob = {
  ...{ name: 'send messages', state: 'failing', every_seconds: 1, failures: 12_345, last_run: null },
  programs: [
    { program: 'web-1:7', state: 'gone', turn_since: null, next_at: '2026-03-01T09:00:00Z', seen_at },
    { program: 'worker-1:9', state: 'idle', turn_since: null, next_at: '2026-03-01T10:00:05Z', seen_at },
  ],
}

function show(address: string, items: ListedJob[], run: (name: string) => void = () => {}) {
  const queries: unknown[] = []
  const shown = renderAt(
    address,
    <ToastProvider>
      <JobsScreen />
    </ToastProvider>,
    {
      messages: { 'desk-jobs': texts, app },
      callMocks: [
        mockCall(listJobs, ({ query }) => {
          queries.push(query)
          return { items, total: items.length && 26 }
        }),
        mockCall(runJob, ({ params }) => {
          run(params.name)
          return undefined
        }),
      ],
    },
  )
  return shown.then(() => queries)
}

test('the list follows its address, keeps the query across pages and highlights abnormal states', async () => {
  const queries = await show('/operator/jobs?q=enviar&state=failing&offset=0', [job])
  const row = await screen.findByRole('row', { name: /Enviar correos y SMS Falla/ })
  expect(row.textContent).toContain('12.345')
  // A process that is gone has no next run.
  expect(row.textContent).toContain('11:00')
  expect(within(row).getByRole('link', { name: 'Enviar correos y SMS' }).getAttribute('href')).toBe(
    '/operator/jobs/send%20messages',
  )
  expect(queries).toEqual([{ q: 'enviar', state: 'failing', offset: 0, limit: 25 }])
  expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Busca una tarea' }).value).toBe('enviar')
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Estado' }).value).toBe('failing')
  const next = screen.getByRole('link', { name: 'Siguientes' }).getAttribute('href')
  expect(next).toBe('/operator/jobs?q=enviar&state=failing&offset=25')
})

test('a job is started, and a failure to start it is shown', async () => {
  const begun: string[] = []
  await show('/operator/jobs', [job], (name) => {
    begun.push(name)
    if (begun.length === 1) throw new Refused('unavailable', 503)
  })
  const button = await screen.findByRole('button', { name: 'Ejecutar ahora: Enviar correos y SMS' })
  await userEvent.click(button)
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Ahora no podemos atenderte/)
  await userEvent.click(button)
  await expect.poll(() => screen.getByRole('status').textContent).toBe('Solicitado. Se ejecutará en unos segundos.')
  expect(begun).toEqual(['send messages', 'send messages'])
})

test.each([
  ['/operator/jobs', 'Ningún servidor ejecuta tareas'],
  ['/operator/jobs?q=coche', 'No hay ninguna tarea así'],
])('shows the matching empty state at %s', async (address, title) => {
  await show(address, [])
  expect(await screen.findByText(title)).toBeTruthy()
})

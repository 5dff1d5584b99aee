import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { mockCall } from '#kit/web/portal-testing.tsx'
import { completeLinkedCase, type LinkedCase, readLinkedCase, requestLinkedSupervisor } from '../api.ts'
import texts from '../texts/es.json'
import { LinkedCaseScreen } from './linked-case-screen.tsx'
import { renderSupport } from './support-testing.tsx'

const linked: LinkedCase = {
  ...{ number: '2026-000012', opened_at: '2026-03-02T10:00:00Z', is_open: true, call_at: null, is_ratable: false },
  complete_by: '2026-03-16',
}

async function show(found: LinkedCase) {
  let shown = found
  const complete = vi.fn((_: unknown) => {
    shown = { ...found, complete_by: null }
    return undefined
  })
  await renderSupport('/your-request?link=abc', <LinkedCaseScreen />, {
    boot: { signedIn: null },
    answers: [mockCall(readLinkedCase, () => shown), mockCall(completeLinkedCase, complete)],
  })
  await screen.findByRole('heading', { name: 'Tu solicitud 2026-000012' })
  return complete
}

test('a visitor sends what is missing until its last day, and then nothing is', async () => {
  const complete = await show(linked)
  expect(await screen.findByText(/hasta el 16\/03\/2026/)).toBeDefined()
  await userEvent.click(await screen.findByRole('button', { name: texts.request.send }))
  expect(complete).not.toHaveBeenCalled()
  await userEvent.type(screen.getByRole('textbox', { name: texts.fields.reply }), 'Aquí está.')
  await userEvent.click(screen.getByRole('button', { name: texts.request.send }))
  await vi.waitFor(() => expect(screen.queryByText(/hasta el 16\/03\/2026/)).toBeNull())
  expect(complete.mock.calls[0]![0]).toMatchObject({
    ...{ params: { token: 'abc' }, body: { message: 'Aquí está.', attachments: [] } },
  })
})

test('a visitor asks for a supervisor, and reads by when one speaks to them', async () => {
  let shown: LinkedCase = { ...linked, complete_by: null, supervisor: null }
  const ask = vi.fn((_: unknown) => {
    shown = { ...shown, supervisor: { due_on: '2026-03-10', is_late: false } }
    return undefined
  })
  await renderSupport('/your-request?link=abc', <LinkedCaseScreen />, {
    boot: { signedIn: null },
    answers: [mockCall(readLinkedCase, () => shown), mockCall(requestLinkedSupervisor, ask)],
  })
  await userEvent.click(await screen.findByRole('button', { name: texts.supervisor.ask }))
  expect(await screen.findByText('Un responsable te llamará como muy tarde el 10/03/2026.')).toBeDefined()
  expect(ask.mock.calls[0]![0]).toMatchObject({ params: { token: 'abc' } })
})

test('nobody asks for a supervisor once the request was answered', async () => {
  await show({ ...linked, complete_by: null, is_open: false })
  expect(screen.queryByRole('button', { name: texts.supervisor.ask })).toBeNull()
})

test('nothing can be sent where nothing is missing', async () => {
  await show({ ...linked, complete_by: null })
  expect(screen.queryByRole('button', { name: texts.request.send })).toBeNull()
})

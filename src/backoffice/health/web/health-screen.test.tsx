import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ToastProvider } from '#kit/web/overlay/toast.tsx'
import { mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { listHealth, probeSystem, type SystemHealth } from '../api.ts'
import texts from '../texts/es.json'
import { HealthScreen } from './health-screen.tsx'

const at = '2026-03-09T10:00:00Z'
const known = {
  ...{ answered_at: at, failed_at: null, failure: null, failing_since: null, last_day: null },
  ...{ open_until: null, put_aside: 0, can_probe: false },
}
const database: SystemHealth = { ...known, system: 'database', state: 'working' }
const mail: SystemHealth = {
  ...{ ...known, system: 'mail', state: 'failing', failed_at: at, failure: 'access', failing_since: at },
  can_probe: true,
}

test('lists failing systems first, with the reason and a probe', async () => {
  const probed: string[] = []
  const answers = [
    mockCall(listHealth, () => ({ items: [database, mail], four_eyes: true })),
    mockCall(probeSystem, ({ params }) => {
      probed.push(params.system)
      return mail
    }),
  ]
  await renderAt(
    '/operator/health',
    <ToastProvider>
      <HealthScreen />
    </ToastProvider>,
    { messages: { 'desk-health': texts }, callMocks: answers },
  )
  const [, first, second] = await screen.findAllByRole('row')
  expect(within(first!).getByText(/nos deniega el acceso/)).toBeTruthy()
  expect(second!.textContent).toContain('Base de datos')
  await userEvent.click(screen.getByRole('button', { name: 'Probar' }))
  expect(await screen.findAllByText(/No ha contestado como debe/)).not.toEqual([])
  expect(probed).toEqual(['mail'])
  expect(screen.getAllByRole('button', { name: 'Probar' })).toHaveLength(1)
})

test.each([
  ['warns where one operator can act alone', false, 1],
  ['does not warn where a second operator is needed', true, 0],
])('%s', async (_, four_eyes, count) => {
  const answers = [mockCall(listHealth, () => ({ items: [database], four_eyes }))]
  await renderAt('/operator/health', <HealthScreen />, { messages: { 'desk-health': texts }, callMocks: answers })
  await screen.findByRole('table')
  expect(screen.queryAllByText(/FOUR_EYES=off/)).toHaveLength(count)
})

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Refused } from '#kit/refusal.ts'
import { anna, mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { changePreferences, type Preferences, readPreferences } from '../api.ts'
import { optionalTopics, topics } from '../rules.ts'
import messages from '../texts/es.json'
import { PreferencesScreen } from './preferences-screen.tsx'

function preferences(unwanted: readonly string[]): Preferences {
  return {
    email: 'anna@example.test',
    topics: topics.map((topic) => ({
      topic,
      wanted: !unwanted.includes(topic),
      required: !(optionalTopics as readonly string[]).includes(topic),
    })),
  }
}

type PreferencesScreenOptions = { readonly?: boolean; failure?: Refused; email?: string }

async function show({ readonly = false, failure, email = 'anna@example.test' }: PreferencesScreenOptions = {}) {
  const chosen: unknown[] = []
  await renderAt('/profile/messages', <PreferencesScreen />, {
    boot: { signedIn: { ...anna, readonly } },
    messages: { messages, app: { refusals: { token_readonly: 'No puedes hacer esto mientras miras otra cuenta.' } } },
    callMocks: [
      mockCall(readPreferences, () => ({ ...preferences(['cases']), email })),
      mockCall(changePreferences, ({ body }) => {
        if (failure) throw failure
        chosen.push(body.unwanted)
        return preferences(body.unwanted)
      }),
    ],
  })
  return chosen
}

const checkbox = (name: RegExp) => screen.findByRole('checkbox', { name })
const isChecked = async (name: RegExp) => ((await checkbox(name)) as HTMLInputElement).checked

test('tells an account created by text message that it receives no notifications', async () => {
  await show({ email: '' })
  await screen.findByText(/No tenemos tu correo electrónico, así que no te llega ningún aviso/)
  expect(screen.queryByText(/Te escribimos a/)).toBeNull()
})

test('shows the chosen topics, the mail address and the required topics', async () => {
  await show()
  await screen.findByText('Te escribimos a anna@example.test.')
  expect(await isChecked(/Pagos/)).toBe(true)
  expect(await isChecked(/Consultas/)).toBe(false)
  expect(screen.getAllByRole('checkbox')).toHaveLength(3)
  screen.getByRole('heading', { name: 'De esto te avisamos siempre' })
  screen.getByText('Firmas')
})

test('saves the unchecked topics as unwanted', async () => {
  const chosen = await show()
  await userEvent.click(await checkbox(/Consultas/))
  await userEvent.click(await checkbox(/Solicitudes/))
  await userEvent.click(screen.getByRole('button', { name: 'Guardar los avisos' }))
  await waitFor(() => expect(chosen).toEqual([['requests']]))
})

test('keeps the choice and shows an error when saving fails', async () => {
  await show({ failure: new Refused('unexpected', 500) })
  await userEvent.click(await checkbox(/Pagos/))
  await userEvent.click(screen.getByRole('button', { name: 'Guardar los avisos' }))
  expect((await screen.findByRole('alert')).textContent).toContain('No hemos podido guardar tus avisos')
  expect(await isChecked(/Pagos/)).toBe(false)
})

test('cannot be changed by a read-only user', async () => {
  const chosen = await show({ readonly: true })
  expect((await checkbox(/Pagos/)).hasAttribute('disabled')).toBe(true)
  const save = screen.getByRole('button', { name: 'Guardar los avisos' })
  expect(save.title).toBe('No puedes hacer esto mientras miras otra cuenta.')
  await userEvent.click(save)
  expect(chosen).toEqual([])
})

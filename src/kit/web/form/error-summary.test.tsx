import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { Button } from '../action/button.tsx'
import { renderInSpanish } from '../render-testing.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { TextField } from './text-field.tsx'

const problems = [
  { fieldId: 'valley', message: 'Pon la potencia valle' },
  { fieldId: 'phone', message: 'Pon un teléfono de 9 cifras' },
]

function form(attempt: number) {
  return (
    <>
      {attempt > 0 && <ErrorSummary problems={problems} attempt={attempt} />}
      <TextField id="valley" label="Valle" error={problems[0]?.message} hint="De 0 a 8 h" />
      <Button>Revisar</Button>
    </>
  )
}

beforeEach(() => {
  document.title = 'Cambiar la potencia'
  Element.prototype.scrollIntoView = () => {}
})

test('the summary takes the focus when it appears and after each further attempt', async () => {
  const { rerender } = renderInSpanish(form(1))
  expect(document.activeElement).toBe(screen.getByRole('alert', { name: 'Revisa 2 datos' }))
  await userEvent.click(screen.getByRole('button', { name: 'Revisar' }))
  rerender(form(2))
  expect(document.activeElement).toBe(screen.getByRole('alert'))
})

test('its links lead to the fields without changing the address', async () => {
  renderInSpanish(form(1))
  await userEvent.click(screen.getByRole('link', { name: 'Pon la potencia valle' }))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Valle' }))
  expect(location.hash).toBe('')
})

test('the page title begins with the word for error while the summary is shown', () => {
  const { rerender } = renderInSpanish(form(1))
  expect(document.title).toBe('Error: Cambiar la potencia')
  rerender(form(0))
  expect(document.title).toBe('Cambiar la potencia')
})

test('a field is described by its hint and its error', () => {
  renderInSpanish(form(1))
  const field = screen.getByRole('textbox', { name: 'Valle', description: 'De 0 a 8 h Pon la potencia valle' })
  expect(field.getAttribute('aria-invalid')).toBe('true')
})

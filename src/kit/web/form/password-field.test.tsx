import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Button } from '../action/button.tsx'
import { renderInSpanish } from '../render-testing.tsx'
import { PasswordField } from './password-field.tsx'

test('a password can be shown, and is hidden again on submission', async () => {
  renderInSpanish(
    <form onSubmit={(event) => event.preventDefault()}>
      <PasswordField label="Contraseña" autoComplete="current-password" />
      <Button type="submit">Entrar</Button>
    </form>,
  )
  const field = screen.getByLabelText<HTMLInputElement>('Contraseña')
  expect(field.type).toBe('password')
  await userEvent.click(screen.getByRole('button', { name: 'Ver la contraseña' }))
  expect(field.type).toBe('text')
  await userEvent.click(screen.getByRole('button', { name: 'Entrar' }))
  expect(field.type).toBe('password')
})

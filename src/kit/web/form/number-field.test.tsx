import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderInSpanish } from '../render-testing.tsx'
import { NumberField } from './number-field.tsx'

function Power({ from }: { from: string }) {
  const [text, setText] = useState(from)
  return <NumberField label="Punta" value={text} onValue={setText} unit="kW" step={0.1} min={1} max={15} />
}

function shown() {
  return screen.getByRole<HTMLInputElement>('textbox', { name: 'Punta', description: 'kW' }).value
}

test('the step buttons are named after the number and announce the new value', async () => {
  renderInSpanish(<Power from="4,6" />)
  await userEvent.click(screen.getByRole('button', { name: 'Subir Punta' }))
  expect(shown()).toBe('4,7')
  expect(screen.getByRole('status').textContent).toBe('4,7 kW')
  await userEvent.click(screen.getByRole('button', { name: 'Bajar Punta' }))
  expect(shown()).toBe('4,6')
})

test('the typed text stays as typed, and the arrow keys continue from it', async () => {
  renderInSpanish(<Power from="" />)
  await userEvent.type(screen.getByRole('textbox'), '5.25')
  expect(shown()).toBe('5.25')
  await userEvent.keyboard('{ArrowUp}')
  expect(shown()).toBe('5,3')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(shown()).toBe('5,1')
})

test('a button is unavailable at its bound and keeps the focus', async () => {
  renderInSpanish(<Power from="14,9" />)
  const increase = screen.getByRole('button', { name: 'Subir Punta' })
  await userEvent.click(increase)
  await userEvent.click(increase)
  expect(shown()).toBe('15')
  expect(increase.getAttribute('aria-disabled')).toBe('true')
  expect(document.activeElement).toBe(increase)
})

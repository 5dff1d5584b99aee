import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderInSpanish } from '../render-testing.tsx'
import { Combobox } from './combobox.tsx'

const options = [
  { value: 'jan', label: 'FTB M Jan-27', detail: 'enero de 2027' },
  { value: 'q1', label: 'FTB Q1-27', detail: 'primer trimestre de 2027' },
  { value: 'yr', label: 'FTB YR-28', detail: 'año 2028' },
]

function show({ first = '', options: given = options } = {}) {
  const chosen: string[] = []
  function Held() {
    const [value, setValue] = useState(first)
    return (
      <Combobox
        label="Producto"
        options={given}
        value={value}
        noMatchMessage="No hay ninguno"
        matchCountMessage={(count) => `Hay ${count}`}
        onValue={(next) => {
          chosen.push(next)
          setValue(next)
        }}
      />
    )
  }
  renderInSpanish(<Held />)
  return {
    chosen,
    user: userEvent.setup(),
    field: screen.getByRole('combobox', { name: 'Producto' }) as HTMLInputElement,
  }
}

const offered = () => within(screen.getByRole('listbox')).getAllByRole('option')

test('offers all options at first and selects the pressed one', async () => {
  const { chosen, user, field } = show()
  await user.click(field)
  expect(offered()).toHaveLength(3)
  await user.click(screen.getByRole('option', { name: /FTB Q1-27/ }))
  expect(chosen).toEqual(['q1'])
  expect(field.value).toBe('FTB Q1-27')
  expect(field.getAttribute('aria-expanded')).toBe('false')
})

test.each([
  ['ene', 'FTB M Jan-27', 'by what stands beside it'],
  ['ANO', 'FTB YR-28', 'without accents, in capitals'],
  ['q1 ftb', 'FTB Q1-27', 'by its words in any order'],
])('%j matches %s: %s', async (typed, label) => {
  const { user, field } = show()
  await user.type(field, typed)
  expect(offered().map(({ textContent }) => textContent)).toEqual([expect.stringContaining(label)])
  expect(screen.getByRole('status').textContent).toBe('Hay 1')
})

test('moves through the list with the arrows, selects with Enter and closes with Escape', async () => {
  const { chosen, user, field } = show()
  await user.type(field, '2027')
  await user.keyboard('{ArrowDown}{ArrowDown}')
  const active = document.getElementById(field.getAttribute('aria-activedescendant')!)
  expect(active?.textContent).toContain('FTB Q1-27')
  await user.keyboard('{Enter}')
  expect(chosen.at(-1)).toBe('q1')
  await user.keyboard('{ArrowDown}{Escape}')
  expect(field.getAttribute('aria-expanded')).toBe('false')
  expect(field.value).toBe('FTB Q1-27')
})

test('selects an option typed in full, and deselects it when the text changes', async () => {
  const { chosen, user, field } = show()
  await user.type(field, 'ftb yr-28')
  expect(chosen.at(-1)).toBe('yr')
  await user.type(field, '0')
  expect(chosen.at(-1)).toBe('')
  expect(screen.getByText('No hay ninguno', { selector: 'p' })).toBeTruthy()
})

const many = Array.from({ length: 1_200 }, (_, index) => ({
  value: String(index),
  label: `Contrato ${index}`,
  detail: 'Vic',
}))

test('offers the first of very many options with the total count, and finds any of them by typing', async () => {
  const { user, field, chosen } = show({ options: many })
  await user.click(field)
  expect(offered()).toHaveLength(50)
  expect(screen.getByText('50 de 1.200. Escribe para acotar la lista.')).toBeTruthy()
  await user.type(field, '1199')
  expect(offered()).toHaveLength(1)
  expect(screen.queryByText(/acotar la lista/)).toBeNull()
  await user.click(offered()[0]!)
  expect(chosen.at(-1)).toBe('1199')
})

test('offers the selected option however far down the list it is', async () => {
  const { user, field } = show({ options: many, first: '1100' })
  await user.click(field)
  expect(offered()).toHaveLength(50)
  expect(screen.getByRole('option', { selected: true }).textContent).toContain('Contrato 1100')
})

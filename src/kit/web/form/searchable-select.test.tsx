import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderInSpanish } from '../render-testing.tsx'
import { SearchableSelect } from './searchable-select.tsx'

function show(count: number) {
  const options = Array.from({ length: count }, (_, index) => ({ value: `v${index}`, label: `Contrato ${index}` }))
  function Held() {
    const [value, setValue] = useState('')
    return (
      <form aria-label="Filtro">
        <SearchableSelect
          name="contract"
          label="Contrato"
          emptyLabel="Todos"
          {...{ options, value }}
          onValue={setValue}
        />
      </form>
    )
  }
  renderInSpanish(<Held />)
  const sent = () => Object.fromEntries(new FormData(screen.getByRole('form') as HTMLFormElement))
  return { sent, field: screen.getByRole('combobox', { name: 'Contrato' }) as HTMLInputElement | HTMLSelectElement }
}

test('shows twelve options as a list', async () => {
  const { sent, field } = show(12)
  expect(field.tagName).toBe('SELECT')
  expect(sent()).toEqual({ contract: '' })
  await userEvent.selectOptions(field, 'Contrato 7')
  expect(sent()).toEqual({ contract: 'v7' })
})

test('searches among more, and does not take the typed text for a selection', async () => {
  const { sent, field } = show(13)
  expect(field.tagName).toBe('INPUT')
  expect((field as HTMLInputElement).placeholder).toBe('Todos')
  await userEvent.type(field, 'contrato 1')
  expect(sent()).toEqual({ contract: 'v1', contractTyped: 'contrato 1' })
  await userEvent.type(field, '7')
  expect(sent()).toEqual({ contract: '', contractTyped: 'contrato 17' })
  await userEvent.clear(field)
  expect(sent()).toEqual({ contract: '', contractTyped: '' })
})

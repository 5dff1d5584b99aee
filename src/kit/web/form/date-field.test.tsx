import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type FormEvent, useState } from 'react'
import { renderToString } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, test, vi } from 'vitest'
import { locales } from '#vocabulary/locale.ts'
import { mockTopLayer, renderInSpanish } from '../render-testing.tsx'
import { DateCalendar } from './date-calendar.tsx'
import { DateField } from './date-field.tsx'

mockTopLayer()

function showForm(props: { defaultValue?: string; min?: string; max?: string } = {}) {
  const sent = vi.fn()
  renderInSpanish(
    <form
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        sent(Object.fromEntries(new FormData(event.currentTarget)))
      }}
    >
      <DateField name="from" label="Desde" {...props} />
      <button type="submit">Aplicar</button>
    </form>,
  )
  const field = screen.getByLabelText('Desde') as HTMLInputElement
  const type = (value: string) => fireEvent.change(field, { target: { value } })
  return { sent, field, type, apply: () => fireEvent.submit(field.form!) }
}

test('shows a date in the format of the page’s language and submits it as ISO', () => {
  const { sent, field, apply } = showForm({ defaultValue: '2026-02-01' })
  expect(field.value).toBe('01/02/2026')
  expect(field.type).toBe('text')
  apply()
  expect(sent).toHaveBeenCalledExactlyOnceWith({ from: '2026-02-01' })
})

test('reformats a date typed in any usual way on blur', () => {
  const { sent, field, type, apply } = showForm()
  type('1.2.26')
  fireEvent.blur(field)
  expect(field.value).toBe('01/02/2026')
  apply()
  expect(sent).toHaveBeenCalledExactlyOnceWith({ from: '2026-02-01' })
})

test('reports a day that does not exist with the label and an example, and does not submit it', () => {
  const { sent, field, type, apply } = showForm()
  type('31/2/2026')
  apply()
  expect(sent).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(field)
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('Desde: escribe una fecha que exista, como 31/12/2026')).toBeTruthy()
  type('28/2/2026')
  expect(field.getAttribute('aria-invalid')).toBeNull()
  apply()
  expect(sent).toHaveBeenCalledExactlyOnceWith({ from: '2026-02-28' })
})

test.each([
  ['31/12/2024', 'Desde: elige el 01/01/2025 o una fecha posterior'],
  ['1/1/2027', 'Desde: elige el 31/12/2026 o una fecha anterior'],
])('reports that %s is out of bounds, and which bounds', (text, sentence) => {
  const { sent, type, apply } = showForm({ min: '2025-01-01', max: '2026-12-31' })
  type(text)
  apply()
  expect(screen.getByText(sentence)).toBeTruthy()
  expect(sent).not.toHaveBeenCalled()
})

test('submits an empty field as empty', () => {
  const { sent, type, apply } = showForm({ defaultValue: '2026-02-01' })
  type('')
  apply()
  expect(sent).toHaveBeenCalledExactlyOnceWith({ from: '' })
})

test('is a plain field of that name without JavaScript', () => {
  const html = renderToString(
    <IntlProvider locale="es" timeZone="Europe/Madrid">
      <DateField name="from" label="Desde" defaultValue="2026-02-01" />
    </IntlProvider>,
  )
  const input = new DOMParser().parseFromString(html, 'text/html').querySelectorAll('input, button')
  expect([...input].map((each) => [each.tagName, each.getAttribute('name'), each.getAttribute('value')])).toEqual([
    ['INPUT', 'from', '01/02/2026'],
  ])
})

test('reports ISO dates to a controlling parent, or the typed text while it is not a date', () => {
  const said = vi.fn()
  function Held() {
    const [value, setValue] = useState('2026-02-01')
    return (
      <>
        <DateField
          label="Desde"
          value={value}
          onValue={(next) => {
            said(next)
            setValue(next)
          }}
        />
        <button type="button" onClick={() => setValue('2025-12-31')}>
          Leer
        </button>
      </>
    )
  }
  renderInSpanish(<Held />)
  const field = screen.getByLabelText('Desde') as HTMLInputElement
  fireEvent.change(field, { target: { value: '3/4/' } })
  expect([said.mock.lastCall, field.value]).toEqual([['3/4/'], '3/4/'])
  fireEvent.change(field, { target: { value: '3/4/26' } })
  expect([said.mock.lastCall, field.value]).toEqual([['2026-04-03'], '3/4/26'])
  fireEvent.click(screen.getByRole('button', { name: 'Leer' }))
  expect(field.value).toBe('31/12/2025')
})

test('selects a day from the calendar of the field', async () => {
  const { sent, field, apply } = showForm({ defaultValue: '2026-11-23', max: '2026-11-25' })
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Desde: abrir el calendario' }))
  // jsdom has no top layer in which the panel could open.
  const day = (name: string) => screen.getByRole('button', { name, hidden: true }) as HTMLButtonElement
  await screen.findByRole('grid', { name: 'noviembre de 2026', hidden: true })
  expect(day('26 de noviembre de 2026').disabled).toBe(true)
  fireEvent.click(day('25 de noviembre de 2026'))
  expect(field.value).toBe('25/11/2026')
  apply()
  expect(sent).toHaveBeenCalledExactlyOnceWith({ from: '2026-11-25' })
})

test('moves through the calendar by keys from the chosen day, up to the bounds', async () => {
  const chosen = vi.fn()
  const user = userEvent.setup()
  renderInSpanish(<DateCalendar value="2026-11-23" max="2026-12-02" onDay={chosen} />)
  const isFocused = (name: string) =>
    waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name })))
  await isFocused('23 de noviembre de 2026')
  await user.keyboard('{ArrowDown}{ArrowRight}')
  await isFocused('1 de diciembre de 2026')
  expect(screen.getByRole('status').textContent).toBe('diciembre de 2026')
  // There is no day past the last one.
  await user.keyboard('{PageDown}')
  await isFocused('2 de diciembre de 2026')
  await user.keyboard('{Enter}')
  expect(chosen).toHaveBeenCalledExactlyOnceWith('2026-12-02')
})

test.each(locales)('shows twelve months and seven weekdays in %s', async (locale) => {
  const { date } = (await import(`../texts/${locale}.json`)).default as { date: { months: string; weekdays: string } }
  expect(new Set(date.months.split(' ')).size).toBe(12)
  expect(new Set(date.weekdays.split(' ')).size).toBe(7)
})

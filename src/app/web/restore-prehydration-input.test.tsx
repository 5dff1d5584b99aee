import { act } from '@testing-library/react'
import { Suspense, useEffect, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { restorePrehydrationInput } from './restore-prehydration-input.ts'

/** A form with a single state object, whose updates are based on its last render. */
function Form({ onValues }: { onValues: (values: object) => void }) {
  const [values, setValues] = useState({ nif: '', email: '', agreed: false, simultaneity: 'some' })
  onValues(values)
  const text = (name: 'nif' | 'email') => ({
    'aria-label': name,
    value: values[name],
    onChange: ({ target }: { target: HTMLInputElement }) => setValues(() => ({ ...values, [name]: target.value })),
  })
  return (
    <form>
      <input {...text('nif')} />
      <input {...text('email')} />
      <input
        type="checkbox"
        checked={values.agreed}
        onChange={({ target }) => setValues({ ...values, agreed: target.checked })}
      />
      {['few', 'some', 'many'].map((each) => (
        <input
          key={each}
          type="radio"
          name="simultaneity"
          checked={values.simultaneity === each}
          onChange={() => setValues({ ...values, simultaneity: each })}
        />
      ))}
      <input type="file" aria-label="file" />
    </form>
  )
}

function Page({ onValues }: { onValues: (values: object) => void }) {
  useEffect(() => void restorePrehydrationInput(), [])
  return (
    <Suspense>
      <Form onValues={onValues} />
    </Suspense>
  )
}

test('restores the input of every field from before hydration', async () => {
  const onValues = vi.fn()
  const page = <Page onValues={onValues} />
  document.body.innerHTML = renderToString(page)
  const [nif, email, box, , , many] = document.querySelectorAll('input')
  nif!.value = '99100733N'
  email!.value = 'marta@example.com'
  box!.checked = true
  many!.checked = true
  await act(async () => void hydrateRoot(document.body, page))
  const written = { nif: '99100733N', email: 'marta@example.com', agreed: true, simultaneity: 'many' }
  await vi.waitFor(() => expect(onValues).toHaveBeenLastCalledWith(written))
  expect([nif!.value, email!.value, box!.checked, many!.checked]).toEqual([
    '99100733N',
    'marta@example.com',
    true,
    true,
  ])
})

test('sends no events for untouched fields, including checkboxes and radio buttons', async () => {
  const input = vi.fn()
  document.body.innerHTML =
    '<input value="typed"><input type="checkbox"><input type="checkbox" checked><input type="radio" name="a">'
  document.body.addEventListener('input', input, { once: true })
  await restorePrehydrationInput()
  expect(input).not.toHaveBeenCalled()
})

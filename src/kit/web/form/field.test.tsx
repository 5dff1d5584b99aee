import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type FormEvent, useState } from 'react'
import { expect, test } from 'vitest'
import { renderInSpanish } from '../render-testing.tsx'
import { Checkbox } from './checkbox.tsx'
import { ChoiceList } from './choice-list.tsx'
import { NativeSelect } from './native-select.tsx'
import { TextField } from './text-field.tsx'

function Form() {
  const [name, setName] = useState('')
  const [kind, setKind] = useState('')
  const [day, setDay] = useState<'lunes' | 'viernes' | null>(null)
  const [isSure, setSure] = useState(false)
  const [isJudged, setJudged] = useState(false)
  function judge(event: FormEvent) {
    event.preventDefault()
    setJudged(true)
  }
  const wrong = (problem: string, isWrong: boolean) => (isJudged && isWrong ? problem : undefined)
  return (
    <form noValidate onSubmit={judge}>
      <TextField
        label="Nombre"
        error={wrong('Pon tu nombre', name.length < 3)}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <NativeSelect
        label="Tipo"
        error={wrong('Elige el tipo', kind !== 'gas')}
        value={kind}
        onChange={(event) => setKind(event.target.value)}
        options={['', 'luz', 'gas'].map((value) => ({ value, label: value }))}
      />
      <ChoiceList
        legend="Día"
        error={wrong('Elige un día', day !== 'viernes')}
        value={day}
        onValue={setDay}
        options={[
          { value: 'lunes', label: 'Lunes' },
          { value: 'viernes', label: 'Viernes' },
        ]}
      />
      <Checkbox
        label="Seguro"
        error={wrong('Confírmalo', !isSure)}
        checked={isSure}
        onChange={(event) => setSure(event.target.checked)}
      />
      <button type="submit">Enviar</button>
    </form>
  )
}

test('a field being corrected is not marked as invalid until it is validated again', async () => {
  renderInSpanish(<Form />)
  const user = userEvent.setup()
  const send = () => user.click(screen.getByRole('button', { name: 'Enviar' }))
  await send()
  for (const problem of ['Pon tu nombre', 'Elige el tipo', 'Elige un día', 'Confírmalo']) screen.getByText(problem)

  await user.type(screen.getByLabelText('Nombre'), 'A')
  expect(screen.queryByText('Pon tu nombre')).toBeNull()
  expect(screen.getByLabelText('Nombre').getAttribute('aria-invalid')).toBeNull()
  await user.selectOptions(screen.getByLabelText('Tipo'), 'luz')
  expect(screen.getByLabelText<HTMLSelectElement>('Tipo').value).toBe('luz')
  expect(screen.queryByText('Elige el tipo')).toBeNull()
  await user.click(screen.getByLabelText('Lunes'))
  expect(screen.queryByText('Elige un día')).toBeNull()
  screen.getByText('Confírmalo')

  await send()
  for (const problem of ['Pon tu nombre', 'Elige el tipo', 'Confírmalo']) screen.getByText(problem)
})

test('a field that is validated while typing stays marked as invalid until it is right', async () => {
  renderInSpanish(<Price />)
  await userEvent.type(screen.getByLabelText('Precio'), '12x3')
  screen.getByText('Escribe un precio')
  await userEvent.clear(screen.getByLabelText('Precio'))
  expect(screen.queryByText('Escribe un precio')).toBeNull()
})

function Price() {
  const [price, setPrice] = useState('')
  return (
    <TextField
      label="Precio"
      isValidatedWhileTyping
      error={/^\d*$/.test(price) ? undefined : 'Escribe un precio'}
      value={price}
      onChange={(event) => setPrice(event.target.value)}
    />
  )
}

import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Button } from '../action/button.tsx'
import { renderInSpanish } from '../render-testing.tsx'
import { Popover } from './popover.tsx'

function show(props: { isEager?: boolean } = {}) {
  renderInSpanish(
    <Popover {...props} button={(button) => <Button {...button}>Importe</Button>}>
      {() => <input aria-label="Desde" />}
    </Popover>,
  )
}

const opener = () => screen.getByRole('button', { name: 'Importe' })
const field = () => screen.queryByLabelText<HTMLInputElement>('Desde')

test('has no content until it is opened', async () => {
  show()
  expect(field()).toBeNull()
  await userEvent.click(opener())
  expect(field()).toBeTruthy()
})

test('an eager one has its content from the start', () => {
  show({ isEager: true })
  expect(field()).toBeTruthy()
})

test('keeps its content, with what was entered, after it has closed', async () => {
  show()
  await userEvent.click(opener())
  fireEvent.input(field()!, { target: { value: '10' } })
  const panel = document.getElementById(opener().getAttribute('popovertarget')!)!
  fireEvent(panel, Object.assign(new Event('beforetoggle'), { newState: 'closed' }))
  expect(field()?.value).toBe('10')
})

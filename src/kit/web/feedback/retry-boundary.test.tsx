import { useSuspenseQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { lazyPart } from '../lazy-part.tsx'
import { renderAt } from '../portal-testing.tsx'
import { RetryBoundary } from './retry-boundary.tsx'

beforeEach(() => {
  // React logs every error that a boundary catches.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  return () => vi.mocked(console.error).mockRestore()
})

const noConnection = () => Promise.reject(new TypeError('Failed to fetch'))

function Page({ read }: { read: (page: number) => Promise<string> }) {
  const [page, setPage] = useState(1)
  return (
    <section>
      <h2>Las páginas</h2>
      <button type="button" onClick={() => setPage(page + 1)}>
        Siguiente
      </button>
      <RetryBoundary title="No hemos podido cargar la página" message="Es cosa nuestra." resetKey={String(page)}>
        <Text read={read} page={page} />
      </RetryBoundary>
    </section>
  )
}

function Text({ read, page }: { read: (page: number) => Promise<string>; page: number }) {
  return <p>{useSuspenseQuery({ queryKey: ['text', page], queryFn: () => read(page) }).data}</p>
}

test('reserves the place while content loads, then shows it', async () => {
  await renderAt('/', <Page read={async (page) => `Página ${page}`} />)
  expect(await screen.findByText('Página 1')).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('shows a message in place of content that could not be loaded, and reloads it on demand', async () => {
  const read = vi.fn(async (page: number) => `Página ${page}`).mockImplementationOnce(noConnection)
  await renderAt('/', <Page read={read} />)
  expect((await screen.findByRole('alert')).textContent).toContain('No hemos podido cargar la página')
  expect(screen.getByRole('button', { name: 'Siguiente' })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Volver a intentarlo' }))
  expect(await screen.findByText('Página 1')).toBeDefined()
  expect(read).toHaveBeenCalledTimes(2)
})

test('keeps the focus of who tries again in the part of the page, whatever comes', async () => {
  const read = vi.fn(async (page: number) => `Página ${page}`)
  read.mockImplementationOnce(noConnection).mockImplementationOnce(noConnection)
  await renderAt('/', <Page read={read} />)
  const part = screen.getByRole('heading', { name: 'Las páginas' }).parentElement
  for (const tries of [2, 3]) {
    await userEvent.click(await screen.findByRole('button', { name: 'Volver a intentarlo' }))
    await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(tries))
    expect(document.activeElement).toBe(part)
  }
  await screen.findByText('Página 1')
  expect(document.activeElement).toBe(part)
})

test('loads a script that did not arrive on demand, and keeps failing until it does', async () => {
  const noScript = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
  const load = vi.fn(async () => ({ name }: { name: string }) => <p>Hola, {name}</p>)
  load.mockImplementationOnce(noScript).mockImplementationOnce(noScript)
  const Part = lazyPart(load)
  await renderAt(
    '/',
    <RetryBoundary title="No hemos podido cargarlo" message="Es cosa nuestra." resetKey="">
      <Part name="Eva" />
    </RetryBoundary>,
  )
  for (const tries of [1, 2]) {
    await screen.findByRole('alert')
    await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(tries))
    await userEvent.click(await screen.findByRole('button', { name: 'Volver a intentarlo' }))
  }
  expect(await screen.findByText('Hola, Eva')).toBeDefined()
  expect(load).toHaveBeenCalledTimes(3)
})

test('loads other content after one part could not be loaded', async () => {
  const read = vi.fn(async (page: number) => `Página ${page}`).mockImplementationOnce(noConnection)
  await renderAt('/', <Page read={read} />)
  await screen.findByRole('alert')
  await userEvent.click(screen.getByRole('button', { name: 'Siguiente' }))
  expect(await screen.findByText('Página 2')).toBeDefined()
})

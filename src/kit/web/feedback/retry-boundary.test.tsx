import { useSuspenseQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
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

test('moves the focus of who tries again to the next message, and then to the heading of the content', async () => {
  const read = vi.fn(async (page: number) => `Página ${page}`)
  read.mockImplementationOnce(noConnection).mockImplementationOnce(noConnection)
  await renderAt('/', <Page read={read} />)
  const tryAgain = async () => userEvent.click(await screen.findByRole('button', { name: 'Volver a intentarlo' }))
  await tryAgain()
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2))
  await vi.waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Volver a intentarlo' })),
  )
  await tryAgain()
  await screen.findByText('Página 1')
  expect(document.activeElement?.textContent).toBe('Las páginas')
})

test('leaves the focus where somebody took it while the content was loading', async () => {
  const loading = Promise.withResolvers<string>()
  const read = vi.fn((_page: number) => loading.promise).mockImplementationOnce(noConnection)
  await renderAt('/', <Page read={read} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Volver a intentarlo' }))
  const next = screen.getByRole('button', { name: 'Siguiente' })
  next.focus()
  loading.resolve('Página 1')
  await screen.findByText('Página 1')
  expect(document.activeElement).toBe(next)
})

test('loads other content after one part could not be loaded', async () => {
  const read = vi.fn(async (page: number) => `Página ${page}`).mockImplementationOnce(noConnection)
  await renderAt('/', <Page read={read} />)
  await screen.findByRole('alert')
  await userEvent.click(screen.getByRole('button', { name: 'Siguiente' }))
  expect(await screen.findByText('Página 2')).toBeDefined()
})

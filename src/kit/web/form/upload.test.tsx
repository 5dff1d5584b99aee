import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderInSpanish } from '../render-testing.tsx'
import { type Attachment, Upload } from './upload.tsx'

const limits = { maxCount: 2, maxBytes: 1000, kinds: ['image/*', 'application/pdf'] }

function Attachments() {
  const [files, setFiles] = useState<Attachment[]>([])
  return (
    <Upload
      label="Adjuntos"
      files={files}
      limits={limits}
      kindsText="imágenes o PDF"
      onAdd={(added) => setFiles([...files, ...added.map(({ name, size }) => ({ id: name, name, sizeBytes: size }))])}
      onRemove={(id) => setFiles(files.filter((file) => file.id !== id))}
    />
  )
}

function aFile(name: string, type: string, sizeBytes = 10) {
  return new File(['x'.repeat(sizeBytes)], name, { type })
}

// As with dropped files: the browser already filters files chosen from a dialog.
const user = userEvent.setup({ applyAccept: false })

test('lists accepted files and names refused ones with instructions', async () => {
  renderInSpanish(<Attachments />)
  await user.upload(screen.getByLabelText('Adjuntos'), [
    aFile('contador.jpg', 'image/jpeg'),
    aFile('macro.html', 'text/html'),
    aFile('grande.pdf', 'application/pdf', 1001),
  ])
  expect(screen.getByRole('listitem').textContent).toContain('contador.jpg')
  expect(screen.getByRole('alert').textContent).toContain('macro.html: elige imágenes o PDF')
  expect(screen.getByRole('alert').textContent).toContain('grande.pdf: elige un archivo de menos de')
})

test('removes a file and returns the focus to the input', async () => {
  renderInSpanish(<Attachments />)
  const choice = screen.getByLabelText('Adjuntos')
  await user.upload(choice, aFile('contador.jpg', 'image/jpeg'))
  await user.click(screen.getByRole('button', { name: 'Quitar contador.jpg' }))
  expect(screen.queryByRole('listitem')).toBeNull()
  expect(document.activeElement).toBe(choice)
})

test('clears the input after each choice, so that the same file can be chosen twice', async () => {
  renderInSpanish(<Attachments />)
  const choice = screen.getByLabelText<HTMLInputElement>('Adjuntos')
  await user.upload(choice, aFile('contador.jpg', 'image/jpeg'))
  expect(choice.files).toHaveLength(0)
})

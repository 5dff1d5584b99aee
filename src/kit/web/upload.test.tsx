import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderInSpanish } from './testing.tsx'
import { type Attachment, Upload } from './upload.tsx'

const limits = { maxCount: 2, maxBytes: 1000, kinds: ['image/*', 'application/pdf'] }

function Attachments() {
  const [files, setFiles] = useState<Attachment[]>([])
  return (
    <Upload
      label="Adjuntos"
      files={files}
      limits={limits}
      kindsInWords="imágenes o PDF"
      onAdd={(added) => setFiles([...files, ...added.map(({ name, size }) => ({ id: name, name, sizeBytes: size }))])}
      onRemove={(id) => setFiles(files.filter((file) => file.id !== id))}
    />
  )
}

function aFile(name: string, type: string, sizeBytes = 10) {
  return new File(['x'.repeat(sizeBytes)], name, { type })
}

// As dropped: what is chosen from a list is filtered by the browser already.
const user = userEvent.setup({ applyAccept: false })

test('what fits is listed, what does not is named with what to do', async () => {
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

test('a removed file goes, and the focus returns to the choice', async () => {
  renderInSpanish(<Attachments />)
  const choice = screen.getByLabelText('Adjuntos')
  await user.upload(choice, aFile('contador.jpg', 'image/jpeg'))
  await user.click(screen.getByRole('button', { name: 'Quitar contador.jpg' }))
  expect(screen.queryByRole('listitem')).toBeNull()
  expect(document.activeElement).toBe(choice)
})

test('the choice is empty again after each time, so that the same file can be chosen twice', async () => {
  renderInSpanish(<Attachments />)
  const choice = screen.getByLabelText<HTMLInputElement>('Adjuntos')
  await user.upload(choice, aFile('contador.jpg', 'image/jpeg'))
  expect(choice.files).toHaveLength(0)
})

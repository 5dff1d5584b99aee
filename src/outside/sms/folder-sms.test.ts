import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFolderSms } from './folder-sms.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'llum-sms-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('writes each message to a file with recipient, time and text, the newest last by name', async () => {
  const sms = createFolderSms(join(folder, 'sms'))
  await sms.send({ to: '+34600123456', text: 'El teu codi és 012345.', at: new Date('2026-11-20T09:00:00Z') })
  await sms.send({ to: '+34600123456', text: 'Un altre', at: new Date('2026-11-20T09:01:00Z') })
  const files = (await readdir(join(folder, 'sms'))).sort()
  expect(files).toHaveLength(2)
  expect(files.every((file) => file.endsWith('.txt'))).toBe(true)
  expect(await readFile(join(folder, 'sms', files[0]!), 'utf8')).toBe(
    'To: +34600123456\nAt: 2026-11-20T09:00:00.000Z\n\nEl teu codi és 012345.\n',
  )
})

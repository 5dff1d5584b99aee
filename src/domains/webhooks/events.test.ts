import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { eventData } from './events.ts'
import { eventTypes, testEventType, webhookRetryPauseSeconds } from './rules.ts'

const documentation = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8')
const examples: { type: string; timestamp: string; data: object }[] = [
  ...documentation.matchAll(/^\{ "type".*\}$/gm),
].map(([line]) => JSON.parse(line))

test('docs/webhooks.md documents every event once', () => {
  expect(examples.map(({ type }) => type).sort()).toEqual([...eventTypes, testEventType].sort())
})

test.each(eventTypes)('documents the data of %s as it is sent', (type) => {
  const { data, timestamp } = examples.find((example) => example.type === type)!
  expect(eventData[type].safeParse(data).error?.issues).toBeUndefined()
  expect(new Date(timestamp).toISOString()).toBe(timestamp)
})

test('documents the pauses between attempts', () => {
  const hours = [4, 5, 6, 7, 8, 9].map((tries) => webhookRetryPauseSeconds(tries, 0)! / 3_600)
  expect(documentation).toContain(`${hours.slice(0, -1).join(', ')} and ${hours.at(-1)} hours`)
})

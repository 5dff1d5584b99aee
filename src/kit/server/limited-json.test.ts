import { expect, test } from 'vitest'
import { checkJsonLimits, parseLimitedJson, requestJsonLimits } from './limited-json.ts'

const limits = { depth: 3, members: 3, values: 4 }

test.each([
  ['as deep as may be', '[[[1]]]', undefined],
  ['a level too deep', '[[[[1]]]]', 'depth'],
  ['as deep in objects', '{"a":{"b":{"c":1}}}', undefined],
  ['deeper in objects', '{"a":[{"b":[1]}]}', 'depth'],
  ['beside each other, not within', '[[1],[2],[3]]', undefined],
  ['brackets within a string', '"[[[[[[{{{{:,:,:,:,:,"', undefined],
  ['brackets behind an escaped quote', '"\\"[[[[[["', undefined],
  ['brackets behind an escaped backslash', '["\\\\",[[[1]]]]', 'depth'],
  ['as many members as may be', '{"a":1,"b":2,"c":3}', undefined],
  ['a member too many', '{"a":1,"b":2,"c":3,"d":4}', 'members'],
  ['a member too many in several objects', '[{"a":1,"b":2},{"c":3,"d":4}]', 'members'],
  ['as many elements as may be', '[1,2,3,4]', undefined],
  ['an element too many', '[1,2,3,4,5]', 'values'],
])('%s', (_, text, limit) => {
  const check = () => checkJsonLimits(text, limits)
  if (limit) expect(check).toThrow(expect.objectContaining({ limit }))
  else expect(check).not.toThrow()
})

test.each(['', '{"a":', '"open', '"open\\', ']]]]]]]]', 'nonsense'])(
  'leaves %j, which is no JSON, to the parser',
  (text) => {
    expect(() => checkJsonLimits(text, limits)).not.toThrow()
    expect(() => parseLimitedJson(text, limits)).toThrow(expect.not.objectContaining({ limit: expect.anything() }))
  },
)

test('says no to what is deep before it has read on', () => {
  const deep = '['.repeat(500_000) + ']'.repeat(500_000)
  const begun = performance.now()
  for (let time = 0; time < 1_000; time++)
    expect(() => parseLimitedJson(deep, requestJsonLimits)).toThrow(expect.objectContaining({ statusCode: 400 }))
  expect(performance.now() - begun).toBeLessThan(1_000)
})

import { expect, test } from 'vitest'
import { checkJsonLimits, parseLimitedJson, requestJsonLimits } from './limited-json.ts'

const limits = { depth: 3, members: 3, values: 4 }

test.each([
  ['the maximum depth is accepted', '[[[1]]]', undefined],
  ['a level too deep is refused', '[[[[1]]]]', 'depth'],
  ['the maximum depth in objects is accepted', '{"a":{"b":{"c":1}}}', undefined],
  ['a level too deep in objects is refused', '{"a":[{"b":[1]}]}', 'depth'],
  ['siblings do not count as depth', '[[1],[2],[3]]', undefined],
  ['brackets within a string do not count', '"[[[[[[{{{{:,:,:,:,:,"', undefined],
  ['brackets after an escaped quote do not count', '"\\"[[[[[["', undefined],
  ['brackets after an escaped backslash count', '["\\\\",[[[1]]]]', 'depth'],
  ['the maximum number of members is accepted', '{"a":1,"b":2,"c":3}', undefined],
  ['a member too many is refused', '{"a":1,"b":2,"c":3,"d":4}', 'members'],
  ['a member too many across several objects is refused', '[{"a":1,"b":2},{"c":3,"d":4}]', 'members'],
  ['the maximum number of elements is accepted', '[1,2,3,4]', undefined],
  ['an element too many is refused', '[1,2,3,4,5]', 'values'],
])('%s', (_, text, limit) => {
  const check = () => checkJsonLimits(text, limits)
  if (limit) expect(check).toThrow(expect.objectContaining({ limit }))
  else expect(check).not.toThrow()
})

test.each(['', '{"a":', '"open', '"open\\', ']]]]]]]]', 'nonsense'])(
  'leaves %j, which is not JSON, to the parser',
  (text) => {
    expect(() => checkJsonLimits(text, limits)).not.toThrow()
    expect(() => parseLimitedJson(text, limits)).toThrow(expect.not.objectContaining({ limit: expect.anything() }))
  },
)

test('refuses deep nesting before it reads on', () => {
  const deep = '['.repeat(500_000) + ']'.repeat(500_000)
  const begun = performance.now()
  for (let time = 0; time < 1_000; time++)
    expect(() => parseLimitedJson(deep, requestJsonLimits)).toThrow(expect.objectContaining({ statusCode: 400 }))
  expect(performance.now() - begun).toBeLessThan(1_000)
})

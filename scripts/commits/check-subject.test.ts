import { expect, test } from 'vitest'
import { findSubjectProblem } from './check-subject.js'

const limit = 'a'.repeat(72)

test.each([
  ['a short subject', 'Explain a declined card in the payment dialog\n', null],
  ['as long as allowed', limit, null],
  ['one character more', `${limit}a`, /73 characters; the limit is 72/],
  ['characters rather than bytes or UTF-16 units', '€'.repeat(36) + '😀'.repeat(36), null],
  ['a long body', `Add a field\n\n${limit}${limit}`, null],
  ['a body without a blank line', 'Add a field\nbecause it is needed', /blank line/],
  ['the comments that Git adds', `# Please enter the commit message${limit}\n\nAdd a field\n# On branch main`, null],
  ['a long subject below comments', `# ${limit}\n${limit}a`, /73 characters/],
  ['Windows line ends', `${limit}\r\n\r\nwhy`, null],
  ['an empty message, which Git refuses itself', '\n', null],
  ['a merge', `Merge branch '${limit}'`, null],
  ['a revert', `Revert "${limit}"`, null],
  ['a fixup', `fixup! ${limit}`, null],
  ['a squash', `squash! ${limit}`, null],
  ['a subject that only begins alike', `Merged ${limit}`, /79 characters/],
])('%s', (_, message, problem) => {
  if (problem) expect(findSubjectProblem(message)).toMatch(problem)
  else expect(findSubjectProblem(message)).toBeNull()
})

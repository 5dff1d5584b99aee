import { readFileSync } from 'node:fs'

/** The longest subject that a log of one line per commit and most review tools show whole. */
export const maxSubjectLength = 72

// Git writes these subjects itself, from a subject that exists.
const writtenByGit = /^(?:Merge |Revert "|Reapply "|fixup! |squash! |amend! )/

/**
 * Returns what is wrong with the subject of a commit message, or null. The message is what Git passes to a hook, with
 * its comments.
 * @param {string} message
 */
export function findSubjectProblem(message) {
  const lines = message.split(/\r?\n/).filter((line) => !line.startsWith('#'))
  const subject = lines.find((line) => line.trim() !== '')?.trim() ?? ''
  if (writtenByGit.test(subject)) return null
  const length = [...subject].length
  if (length > maxSubjectLength)
    return `The subject has ${length} characters; the limit is ${maxSubjectLength}. Move the rest to the body.`
  const rest = lines.slice(lines.findIndex((line) => line.trim() === subject) + 1)
  if (subject !== '' && rest[0]?.trim()) return 'Leave a blank line between the subject and the body.'
  return null
}

/**
 * Checks the file that Git passes to the commit-msg hook.
 * @param {string} file
 */
export function checkSubject(file) {
  const problem = findSubjectProblem(readFileSync(file, 'utf8'))
  if (!problem) return
  console.error(problem)
  console.error('Write it in the imperative, about the product: "Explain a declined card in the payment dialog".')
  process.exitCode = 1
}

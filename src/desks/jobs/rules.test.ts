import { expect, test } from 'vitest'
import { jobStateOf, jobsFound, type ProgramState, programStateOf } from './rules.ts'

const now = new Date('2026-11-20T11:00:00Z')
const before = (seconds: number) => new Date(now.getTime() - seconds * 1_000)

test.each([
  ['idle between its turns', 'send messages', null, 5, 'idle'],
  ['idle in a turn that has just begun', 'send messages', 1, 5, 'idle'],
  ['running in a turn', 'send messages', 30, 5, 'running'],
  ['stuck in a turn that does not end', 'send messages', 16 * 60, 5, 'stuck'],
  ['running in a turn that is a large file', 'take in dropped files', 16 * 60, 5, 'running'],
  ['stuck in a file that does not end', 'watched folder', 241 * 60, 5, 'stuck'],
  ['gone when its program says nothing', 'send messages', 16 * 60, 61, 'gone'],
] as const)('a job is %s', (_, job, turn, seen, state) => {
  const standing = { job, turnSince: turn === null ? null : before(turn), seenAt: before(seen) }
  expect(programStateOf(standing, now)).toBe(state)
})

const states = (...programs: ProgramState[]) => programs
test.each([
  ['stuck where it is so anywhere', states('idle', 'stuck'), null, null, 'stuck'],
  ['gone where no program is left', states('gone', 'gone'), 60, null, 'gone'],
  ['there where one program is left', states('gone', 'idle'), null, null, 'idle'],
  ['failing where it has not worked since', states('idle'), 60, 120, 'failing'],
  ['well where it has worked since', states('idle'), 120, 60, 'idle'],
  ['well a day after it failed', states('running'), 25 * 3600, null, 'running'],
] as const)('a job is %s', (_, programs, failed, worked, state) => {
  const at = (seconds: number | null) => (seconds === null ? null : before(seconds))
  expect(jobStateOf({ programs, lastFailed: at(failed), lastWorked: at(worked) }, now)).toBe(state)
})

test.each([
  ['everything', { q: '' }, ['send messages', 'report', 'forget']],
  ['what it does, in the reader’s words', { q: 'enviar' }, ['send messages']],
  ['its own name', { q: 'messages send' }, ['send messages']],
  ['its own name where there are no words for it', { q: 'forg' }, ['forget']],
  ['how it stands', { q: '', state: 'stuck' }, ['report']],
  ['nothing where it is called so and stands otherwise', { q: 'forget', state: 'stuck' }, []],
] as const)('jobs are found by %s', (_, narrowed, names) => {
  const jobs = [
    { name: 'send messages', state: 'idle' },
    { name: 'report', state: 'stuck' },
    { name: 'forget', state: 'idle' },
  ] as const
  const words = { 'send messages': 'Enviar correos', report: 'Contar' }
  expect(jobsFound(jobs, narrowed, words).map(({ name }) => name)).toEqual(names)
})

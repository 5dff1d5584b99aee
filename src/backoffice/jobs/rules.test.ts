import { expect, test } from 'vitest'
import { filterJobs, jobStateOf, type ProgramState, programStateOf } from './rules.ts'

const now = new Date('2026-11-20T11:00:00Z')
const before = (seconds: number) => new Date(now.getTime() - seconds * 1_000)

test.each([
  ['idle between its runs', 'send messages', null, 5, 'idle'],
  ['idle in a run that has just begun', 'send messages', 1, 5, 'idle'],
  ['running in a run', 'send messages', 30, 5, 'running'],
  ['stuck in a run that does not end', 'send messages', 16 * 60, 5, 'stuck'],
  ['running in a run with a large file', 'take in dropped files', 16 * 60, 5, 'running'],
  ['stuck in a file that does not end', 'watched folder', 241 * 60, 5, 'stuck'],
  ['gone when its process is silent', 'send messages', 16 * 60, 61, 'gone'],
] as const)('on one process, a job is %s', (_, job, turn, seen, state) => {
  const programStatus = { job, turnSince: turn === null ? null : before(turn), seenAt: before(seen) }
  expect(programStateOf(programStatus, now)).toBe(state)
})

const states = (...programs: ProgramState[]) => programs
test.each([
  ['stuck if it is stuck on any process', states('idle', 'stuck'), null, null, 'stuck'],
  ['gone if no process is left', states('gone', 'gone'), 60, null, 'gone'],
  ['idle if one process is left', states('gone', 'idle'), null, null, 'idle'],
  ['failing without a success since the failure', states('idle'), 60, 120, 'failing'],
  ['fine after a success since the failure', states('idle'), 120, 60, 'idle'],
  ['fine a day after the failure', states('running'), 25 * 3600, null, 'running'],
] as const)('overall, a job is %s', (_, programs, failed, worked, state) => {
  const at = (seconds: number | null) => (seconds === null ? null : before(seconds))
  expect(jobStateOf({ programs, lastFailed: at(failed), lastWorked: at(worked) }, now)).toBe(state)
})

test.each([
  ['everything', { q: '' }, ['send messages', 'report', 'forget']],
  ['their translated name', { q: 'enviar' }, ['send messages']],
  ['their own name', { q: 'messages send' }, ['send messages']],
  ['their own name where there is no translation', { q: 'forg' }, ['forget']],
  ['their status', { q: '', state: 'stuck' }, ['report']],
  ['name and status together', { q: 'forget', state: 'stuck' }, []],
] as const)('filters jobs by %s', (_, narrowed, names) => {
  const jobs = [
    { name: 'send messages', state: 'idle' },
    { name: 'report', state: 'stuck' },
    { name: 'forget', state: 'idle' },
  ] as const
  const jobNames = { 'send messages': 'Enviar correos', report: 'Contar' }
  expect(filterJobs(jobs, narrowed, jobNames).map(({ name }) => name)).toEqual(names)
})

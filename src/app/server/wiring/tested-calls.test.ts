import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import type { Call } from '#kit/call.ts'
import { callFiles } from '../http/call-domains.ts'
import { callNameOf, listRegisteredCalls } from '../testing/registered-calls.ts'
import { startTestPortal } from '../testing/test-portal.ts'

/**
 * What all calls have in common is tested in every-call.test.ts and bad-input.test.ts. The behaviour of each, and its
 * own refusals, are tested in its domain: this reports what no test covers.
 */
test('each call is made in the tests of its domain, and meets each of its refusals there', async () => {
  const portal = await startTestPortal()
  const registered = new Set(listRegisteredCalls(portal.context).map(keyOf))
  await portal.close()
  const untested: string[] = []
  for (const path of callFiles) {
    const file = `src/${path}`
    const tests = testsOf(file.slice(0, file.lastIndexOf('/')))
    const exported: Record<string, unknown> = await import(/* @vite-ignore */ resolve(file))
    for (const [name, call] of Object.entries(exported)) {
      if (!isCall(call) || !registered.has(keyOf(call))) continue
      if (!tests.includes(name) && !tests.includes(call.path)) untested.push(`${callNameOf(call)} is never made`)
      // A wrong field has its own code.
      for (const code of Object.keys(call.refusals ?? {}).filter((code) => code !== 'invalid'))
        if (!tests.includes(code)) untested.push(`${callNameOf(call)} is never refused with ${code}`)
    }
  }
  expect(untested).toEqual([])
})

const keyOf = (call: Call) => `${callNameOf(call)} ${call.versions}`

function testsOf(domain: string): string {
  const files = [
    ...globSync(`${domain}/server/**/*test*.ts`),
    ...globSync('src/app/server/forms/openid-sign-in.test.ts'),
  ]
  return files.map((file) => readFileSync(file, 'utf8')).join('\n')
}

function isCall(exported: unknown): exported is Call {
  return typeof exported === 'object' && exported !== null && 'versions' in exported && 'access' in exported
}

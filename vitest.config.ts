import { globSync, readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const rules = ['src/**/*.test.ts', 'db/**/*.test.ts', 'scripts/**/*.test.ts']
const screens = ['src/**/*.test.tsx']

// Test files share a process, so that their imports are loaded once and its databases start sooner. A file that mocks
// modules has its own process.
const mocking = globSync([...rules, ...screens]).filter((file) => /\bvi\.mock\(/.test(readFileSync(file, 'utf8')))
const mockingRules = mocking.filter((file) => file.endsWith('.ts'))
const mockingScreens = mocking.filter((file) => file.endsWith('.tsx'))

const screen = { environment: 'jsdom', setupFiles: 'src/kit/web/jsdom.ts' } as const

// On a cluster, three nodes, the program and its browsers share the machine: only a test that never ends is cut off. Projects
// take the limits from here, not from the command line.
const timeout = process.env.TEST_DATABASE_WORKERS ? 900_000 : 120_000

export default defineConfig({
  plugins: [react()],
  test: {
    pool: 'forks',
    maxWorkers: 2,
    // A process opens many embedded databases one after the other. While V8 frees their compiled code it may lose count and
    // end the process (nodejs/node#64500).
    execArgv: ['--no-wasm-code-gc'],
    testTimeout: timeout,
    hookTimeout: timeout,
    // A busy machine responds late; a condition that is never met fails all the same.
    expect: { poll: { timeout: 30_000 } },
    globalSetup: 'src/app/server/testing/database-template.ts',
    projects: [
      { extends: true, test: { name: 'server', include: rules, exclude: mockingRules, isolate: false } },
      { extends: true, test: { name: 'server, mocked', include: mockingRules } },
      {
        extends: true,
        test: { ...screen, name: 'screens', include: screens, exclude: mockingScreens, isolate: false },
      },
      { extends: true, test: { ...screen, name: 'screens, mocked', include: mockingScreens } },
      {
        extends: true,
        test: {
          name: 'journeys',
          include: ['e2e/*.test.ts'],
          // The files of a process share its browser.
          isolate: false,
          // A journey mostly waits for its browser, so that one more than there are cores keeps the machine busy.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})

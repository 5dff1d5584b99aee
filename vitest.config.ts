import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const pure = { environment: 'node', isolate: true } as const

export default defineConfig({
  plugins: [react()],
  test: {
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A busy machine answers late; what never comes fails all the same.
    expect: { poll: { timeout: 30_000 } },
    globalSetup: 'src/app/server/testing/database-template.ts',
    projects: [
      {
        extends: true,
        test: { ...pure, name: 'server', include: ['src/**/*.test.ts', 'db/**/*.test.ts', 'scripts/**/*.test.ts'] },
      },
      { extends: true, test: { name: 'screens', environment: 'jsdom', include: ['src/**/*.test.tsx'] } },
      {
        extends: true,
        test: {
          ...pure,
          name: 'journeys',
          include: ['e2e/*.test.ts'],
          fileParallelism: false,
          // A browser on a busy machine may miss its moment once; what is broken fails twice.
          retry: process.env.CI ? 1 : 0,
        },
      },
    ],
  },
})

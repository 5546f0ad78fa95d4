import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Most tests wait for a store or a server: on a small machine too, two files at once.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // A fact that is waited for may take its time on a busy machine.
    expect: { poll: { timeout: 60_000, interval: 50 } },
    projects: [
      {
        test: {
          name: 'fast',
          include: [
            'domain/**/*.test.ts',
            'connectors/**/*.test.ts',
            'rehearsal/**/*.test.ts',
            'server/**/*.test.ts',
            'web/**/*.test.ts',
            'test/*.test.ts',
            'test/chaos/*.test.ts',
            'test/fuzz/*.test.ts',
          ],
          // Only a broken test comes near them, on the busiest machine too.
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'real',
          include: ['test/real/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 600_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['test/journeys/**/*.test.ts'],
          globalSetup: 'test/support/pages-built.ts',
          testTimeout: 300_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
});

// Test projects by what they need. `check` runs unit; `npm test` runs all of them and then the end-to-end suite.
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'

/** Rules about calendar days must hold whatever zone this computer sits in. */
const zones = ['UTC', 'America/Los_Angeles', 'Asia/Kolkata', 'Pacific/Auckland']

export default defineConfig({
  plugins: [vue()],
  test: {
    pool: 'forks',
    // Two cores, shared with others: more workers only make every test slower.
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['test/{unit,contract,migrations,service,architecture}/**/*.test.ts'], exclude: ['test/unit/zones/**'] },
      },
      { extends: true, test: { name: 'renderer', include: ['test/renderer/**/*.test.ts'], environment: 'happy-dom' } },
      ...zones.map((zone) => ({
        extends: true as const,
        test: { name: `zones ${zone}`, include: ['test/unit/zones/**/*.test.ts'], env: { TZ: zone } },
      })),
      { extends: true, test: { name: 'engine', include: ['test/engine/**/*.test.ts'], testTimeout: 20_000 } },
      // Real processes, ports and files; they wait for conditions with a cap, one file at a time.
      { extends: true, test: { name: 'process', include: ['test/process/**/*.test.ts'], testTimeout: 180_000, hookTimeout: 60_000, fileParallelism: false } },
      { extends: true, test: { name: 'bundles', include: ['test/bundles/**/*.test.ts'], testTimeout: 60_000 } },
      // One browser at a time; a cold Chromium alone takes seconds to come up, and installing it longer.
      { extends: true, test: { name: 'e2e', include: ['test/e2e/**/*.test.ts'], testTimeout: 120_000, hookTimeout: 300_000, fileParallelism: false } },
    ],
  },
})

// `npm run build`: the desktop app's three bundles (electron-vite), then the browser host and the office daemon in
// out/web. Writes the stamp at the end, so that `npm start` can omit an unnecessary build.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { removeBuildStamp, writeBuildStamp } from './build-state.mjs'
import { Problem, ROOT, checkProject, runScript, getToolFile } from './project.mjs'
import { runStep } from './steps.mjs'

const DESKTOP_TIMEOUT_MS = 240_000

/** Packages that are not bundled: one has native code, and the others are optional parts of `ws` that are missing. */
const EXTERNAL = ['better-sqlite3', 'bufferutil', 'utf-8-validate']

await runScript(async () => {
  checkProject()
  const startedAt = Date.now()
  removeBuildStamp(ROOT)
  const desktop = await runStep({
    name: 'desktop app',
    args: [getToolFile('electron-vite'), 'build'],
    isLive: true,
    timeoutMs: DESKTOP_TIMEOUT_MS,
  })
  if (!desktop.isOk) return 1
  await buildBrowserHost()
  writeBuildStamp(ROOT, startedAt)
  return 0
})

async function buildBrowserHost() {
  const entries = ['host.ts', 'daemon.ts'].map((name) => join(ROOT, 'src', 'web', name))
  const missing = entries.find((entry) => !existsSync(entry))
  if (missing !== undefined)
    throw new Problem(`${missing} is missing, so the browser host cannot be built. Bring it back from git.`)
  const { build } = await import('vite')
  await build({
    root: ROOT,
    // The project's own config file is electron-vite's; Vite must not load another one.
    configFile: false,
    ssr: { noExternal: true, external: EXTERNAL },
    build: {
      ssr: true,
      target: 'node22',
      outDir: join(ROOT, 'out', 'web'),
      emptyOutDir: true,
      sourcemap: 'hidden',
      minify: false,
      rolldownOptions: { input: entries, output: { format: 'es', entryFileNames: '[name].js' } },
    },
  })
}

// Starts the probe (test/conformance/probe) in Electron or in the stand-in, depending on where the suite runs.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ElectronApplication, Page } from 'playwright-core'
import { expect, vi } from 'vitest'
import { HANG_MS } from '#support/hang.ts'
import { makeFolder } from '#support/programs.ts'
import { launchElectron } from './launch.ts'
import { electronProgram } from './target.ts'

const PROBE = fileURLToPath(new URL('../conformance/probe', import.meta.url))
const isRoot = process.getuid?.() === 0

export type Probe = {
  app: ElectronApplication
  child: ChildProcess
  page: Page
  profile: string
  readEvents: () => string[]
}

const runningApps = new Set<ElectronApplication>()

export async function startProbe(profile = makeFolder()): Promise<Probe> {
  const app = await launchElectron({ executablePath: electronProgram(), args: [PROBE, '--profile', profile] })
  runningApps.add(app)
  app.once('close', () => runningApps.delete(app))
  // Playwright knows the process only while it runs.
  const child = app.process()
  const page = await app.firstWindow({ timeout: HANG_MS })
  // A window first loads an empty page, and a call that is evaluated in that page is lost with it. If a page is
  // reloaded before its first load ended, Playwright takes the event of the first load for the event of the second.
  await page.waitForFunction(() => document.title === 'probe' && document.readyState === 'complete')
  const readEvents = () => readProfileEvents(profile, child.pid)
  await vi.waitFor(() => expect(readEvents()).toContain('loaded'))
  return { app, child, page, profile, readEvents }
}

export async function endProbes(): Promise<void> {
  await Promise.all([...runningApps].map((app) => app.close()))
}

/** Starts a second process of the same profile, as the system does for a link. */
export async function startSecondProcess(
  profile: string,
  ...args: string[]
): Promise<{ code: number | null; events: string[] }> {
  const child = spawn(electronProgram(), [...(isRoot ? ['--no-sandbox'] : []), PROBE, '--profile', profile, ...args], {
    stdio: 'ignore',
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  return { code, events: readProfileEvents(profile, child.pid) }
}

function readProfileEvents(profile: string, pid: number | undefined): string[] {
  const eventLines = readFileSync(join(profile, 'happened'), 'utf8').trimEnd().split('\n')
  return eventLines.flatMap((line) => (line.startsWith(`${pid} `) ? [line.slice(`${pid} `.length)] : []))
}

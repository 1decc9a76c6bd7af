// The PostgreSQL server of a test run: the one of OFFICE_TEST_URL, or one that ends with the run.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestProject } from 'vitest/node'
import { ROOT } from '../../scripts/project.mjs'
import { type OfficeTemplates, createTemplates, removeTemplates } from '#support/office-databases.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    officeTemplates: OfficeTemplates
  }
}

let stop = (): Promise<void> => Promise.resolve()

export async function setup(project: TestProject): Promise<void> {
  const prefix = `qw_${randomBytes(3).toString('hex')}`
  const existingUrl = process.env['OFFICE_TEST_URL']
  const server = existingUrl === undefined ? await startOwnServer() : { url: existingUrl, stop }
  const templates = { url: server.url, prefix }
  stop = async () => {
    if (existingUrl !== undefined) await removeTemplates(templates)
    await server.stop()
  }
  await createTemplates(templates)
  project.provide('officeTemplates', templates)
}

export const teardown = () => stop()

/** The program keeps the server only while this process runs, however it ends. */
async function startOwnServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const programs = process.env['OFFICE_TEST_PROGRAMS']
  const args = ['--attached', ...(programs === undefined ? [] : ['--programs', programs])]
  const child = spawn(process.execPath, [join(ROOT, 'scripts/office-db.mjs'), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })
  const [line] = (await Promise.race([once(lines, 'line'), ended.then(() => [null])])) as [string | null]
  if (line === null) throw new Error('The office tests need PostgreSQL: set OFFICE_TEST_URL, or install it.')
  const { url } = JSON.parse(line) as { url: string }
  return {
    url,
    stop: async () => {
      child.stdin.end()
      await ended
    },
  }
}

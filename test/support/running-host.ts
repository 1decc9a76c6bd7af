// Waits for and calls a running browser host.
import { setTimeout as pause } from 'node:timers/promises'
import type { HostState } from '#contract/shell.ts'
import type { Page } from './web-page.ts'

export async function pollUntil<T>(read: () => Promise<T> | T, isDone: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read()
    if (isDone(value)) return value
    await pause(50)
  }
}

export const getHostState = ({ shell }: Page): Promise<HostState> => shell.call('host.get', {})
export const countContainers = async ({ engine }: Page) =>
  (await engine.call('containers.list', { filter: { scope: 'all' }, sort: [], window: { offset: 0, limit: 1 } })).total

/** Waits for the next address, which the host prints after the last one was used. */
export async function waitForNextAddress({ errorOutput }: { errorOutput: () => string }): Promise<string> {
  return /http:\S+/.exec(await pollUntil(errorOutput, (text) => text.includes('Opened.')))![0]
}

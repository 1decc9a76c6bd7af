// A host with fakes for its environment (files, processes, keys), which store what the host writes.
import { expect } from 'vitest'
import type { z } from 'zod'
import type { Pace } from '#contract/engine-process.ts'
import { AppError } from '#contract/errors.ts'
import { createHost } from '#host/host.ts'
import type { EngineRun, HostDeps } from '#host/host-deps.ts'
import { HostSettings, type KeyStorage } from '#contract/shell.ts'

/** A file of an earlier version, without the members that were added later. */
export type StoredSettings = z.input<typeof HostSettings>

export function openHost(
  stored: StoredSettings = {},
  settings?: HostDeps['settings'],
  kind: HostDeps['host'] = 'browser',
) {
  const keys = new Map<string, [string, KeyStorage]>()
  const log: string[] = []
  const runs: EngineRun[] = []
  const paces: Pace[] = []
  const deleted: string[] = []
  let ids = 0
  const outside = {
    settings: HostSettings.parse(stored),
    isReset: false,
    engineError: null as Error | null,
    engineReady: Promise.resolve(undefined),
    stopError: null as Error | null,
    keyError: null as Error | null,
    forgetError: null as Error | null,
    sampleError: null as Error | null,
    deleteError: null as Error | null,
    saveError: null as Error | null,
    isStopping: (): void => undefined,
    running: 0,
  }
  const host = createHost({
    host: kind,
    version: '1.2.3',
    settings: settings ?? {
      read: () => outside.settings,
      save: (next) => {
        if (outside.saveError) throw outside.saveError
        outside.settings = next
        outside.isReset = false
      },
      saveInternal: (next) => {
        outside.settings = next
      },
      isReset: () => outside.isReset,
    },
    secrets: {
      listStorages: () => Promise.resolve(['session', 'file']),
      read: (id) => (outside.keyError ? Promise.reject(outside.keyError) : Promise.resolve(keys.get(id)?.[0] ?? null)),
      store: (id, key, storage) => {
        if (storage === 'keychain') return Promise.reject(new AppError('shell/key-not-stored'))
        keys.set(id, [key, storage])
        return Promise.resolve()
      },
      forget: (id) => {
        if (outside.forgetError) return Promise.reject(outside.forgetError)
        keys.delete(id)
        return Promise.resolve()
      },
      hash: (key) => `hash of ${key}`,
    },
    folders: {
      delete: (id) => {
        if (outside.deleteError) return Promise.reject(outside.deleteError)
        deleted.push(id)
        return Promise.resolve()
      },
    },
    newId: () => `account-${++ids}`,
    sample: {
      start: () => {
        if (outside.sampleError) return Promise.reject(outside.sampleError)
        log.push('sample on')
        return Promise.resolve({ serviceUrl: 'http://127.0.0.1:1/v2', apiKey: 'sample-key' })
      },
      stop: () => {
        log.push('sample off')
        return Promise.resolve()
      },
    },
    engine: {
      start: async (run) => {
        await outside.engineReady
        if (outside.engineError) throw outside.engineError
        expect(++outside.running).toBe(1)
        runs.push(run)
      },
      stop: async () => {
        await Promise.resolve()
        if (outside.stopError) throw outside.stopError
        if (outside.running > 0) outside.isStopping()
        outside.running = 0
      },
      setPace: (pace) => paces.push(pace),
    },
    systemLanguages: null,
    power: { isOnBattery: false, isLocked: false },
    pickFolder: () => Promise.resolve({ path: '/chosen/folder', ticket: 'ticket' }),
    desktop: null,
    openLink: (url) => {
      log.push(url)
      return Promise.resolve()
    },
    takeClickedPopUp: () => null,
    announce: () => log.push('changed'),
    logBug: (error) => `bug ${String(error)}`,
  })
  return { host, outside, keys, runs, paces, deleted, log, get: () => Promise.resolve(host.handlers['host.get']({})) }
}

export const SERVICE_ADDRESS = 'https://tracking.example/v2'

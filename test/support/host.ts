// Creates a host with a fake environment (settings, keys, processes), which records what the host writes.
import { expect } from 'vitest'
import type { z } from 'zod'
import type { Pace } from '#contract/engine-process.ts'
import { AppError } from '#contract/errors.ts'
import { createHost } from '#host/host.ts'
import type { EngineRun, HostDeps } from '#host/host-deps.ts'
import { HostSettings, type KeyStorage } from '#contract/shell.ts'

/** The settings file of an earlier version does not have all members. */
export type StoredSettings = z.input<typeof HostSettings>

export function openHost(
  stored: StoredSettings = {},
  settings?: HostDeps['settings'],
  kind: HostDeps['host'] = 'browser',
) {
  const keys = new Map<string, [string, KeyStorage]>()
  const memberships = new Map<string, [string, KeyStorage]>()
  const log: string[] = []
  const runs: EngineRun[] = []
  const paces: Pace[] = []
  const deleted: string[] = []
  let idCount = 0
  const environment = {
    settings: HostSettings.parse(stored),
    isReset: false,
    storages: ['session', 'file'] as KeyStorage[],
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
      read: () => environment.settings,
      save: (next) => {
        if (environment.saveError) throw environment.saveError
        environment.settings = next
        environment.isReset = false
      },
      saveInternal: (next) => {
        environment.settings = next
      },
      isReset: () => environment.isReset,
    },
    secrets: {
      listStorages: () => Promise.resolve(['session', 'file']),
      read: (id) =>
        environment.keyError ? Promise.reject(environment.keyError) : Promise.resolve(keys.get(id)?.[0] ?? null),
      store: (id, key, storage) => {
        if (storage === 'keychain') return Promise.reject(new AppError('shell/key-not-stored'))
        keys.set(id, [key, storage])
        return Promise.resolve()
      },
      forget: (id) => {
        if (environment.forgetError) return Promise.reject(environment.forgetError)
        keys.delete(id)
        return Promise.resolve()
      },
      hash: (key) => `hash of ${key}`,
    },
    memberships: {
      listStorages: () => Promise.resolve(environment.storages),
      read: (id) => Promise.resolve(memberships.get(id)?.[0] ?? null),
      store: (id, membership, storage) => Promise.resolve(void memberships.set(id, [membership, storage])),
      forget: (id) => Promise.resolve(void memberships.delete(id)),
    },
    folders: {
      delete: (id) => {
        if (environment.deleteError) return Promise.reject(environment.deleteError)
        deleted.push(id)
        return Promise.resolve()
      },
    },
    newId: () => `account-${++idCount}`,
    sample: {
      start: () => {
        if (environment.sampleError) return Promise.reject(environment.sampleError)
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
        await environment.engineReady
        if (environment.engineError) throw environment.engineError
        expect(++environment.running).toBe(1)
        runs.push(run)
      },
      stop: async () => {
        await Promise.resolve()
        if (environment.stopError) throw environment.stopError
        if (environment.running > 0) environment.isStopping()
        environment.running = 0
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
  return {
    host,
    outside: environment,
    keys,
    memberships,
    runs,
    paces,
    deleted,
    log,
    get: () => Promise.resolve(host.handlers['host.get']({})),
  }
}

export const SERVICE_ADDRESS = 'https://tracking.example/v2'

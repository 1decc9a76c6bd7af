// On which targets each end-to-end spec runs. A spec that was renamed must not be skipped by mistake.
import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { RESTRICTIONS, checkNotRoot, listSkippedSpecs } from '../../../scripts/e2e-targets.mjs'

const specs = readdirSync(new URL('../../e2e', import.meta.url)).flatMap((name) =>
  name.endsWith('.test.ts') ? [name.slice(0, -'.test.ts'.length)] : [],
)

describe('the targets of the end-to-end suite', () => {
  test('are restricted only for existing specs, once each and with a reason', () => {
    const restrictedSpecs = RESTRICTIONS.map(({ spec }) => spec)
    expect(restrictedSpecs.filter((spec) => !specs.includes(spec))).toEqual([])
    expect(restrictedSpecs).toHaveLength(new Set(restrictedSpecs).size)
    expect(RESTRICTIONS.filter(({ why, on }) => why === '' || on.length === 0)).toEqual([])
  })

  test('skip the specs of other hosts', () => {
    const listSkippedTests = (target: 'browser' | 'standin' | 'electron') =>
      listSkippedSpecs(target, {}).map(({ spec }) => spec)
    expect(listSkippedTests('browser')).toEqual([
      'hung-engine',
      'standin',
      'conformance',
      'conformance-page',
      'conformance-processes',
      'conformance-children',
      'hostile-page',
      'engine-process',
      'second-instance',
      'save-pdf',
      'desktop-features',
      'conformance-native',
    ])
    expect(listSkippedTests('standin')).toEqual([
      'browser-door',
      'accessibility',
      'alerts-view',
      'documents-view',
      'languages',
      'lfd-marks',
      'narrow',
      'opened-panel',
      'pictures',
      'own-data',
      'story-10',
      'story-11',
      'story-12',
      'snapshots',
      'links',
      'story-16',
      'conformance-native',
      'bar-and-footer',
      'day-field',
      'lfd-views',
      'map',
      'palette-and-status',
      'add-list',
      'add-tracking',
      'board',
      'by-keys',
      'edits',
      'offline-tracking',
      'own-work',
      'settings-rules',
    ])
    expect(listSkippedTests('electron')).toContain('board')
    expect(listSkippedTests('electron')).not.toContain('first-run')
  })

  test('include the browser or the stand-in for every spec that does not need a real Electron', () => {
    const onBrowser = new Set(listSkippedSpecs('browser', {}).map(({ spec }) => spec))
    const onNeither = listSkippedSpecs('standin', {}).filter(({ spec }) => onBrowser.has(spec))
    expect(onNeither.map(({ spec }) => spec)).toEqual(['conformance-native'])
  })

  test('do not run as root on a real Electron', () => {
    expect(() => checkNotRoot(0)).toThrow(
      /^Electron does not run as root, because its sandbox cannot; run this as an ordinary user/,
    )
    expect(() => checkNotRoot(1000)).not.toThrow()
  })

  test('skip on a packed Electron the specs that start a program of their own', () => {
    const packed = listSkippedSpecs('electron', { E2E_ELECTRON: '/opt/quaywatch' }).map(({ spec }) => spec)
    const plain = listSkippedSpecs('electron', {}).map(({ spec }) => spec)
    expect(packed.filter((spec) => !plain.includes(spec))).toEqual([
      'conformance',
      'conformance-native',
      'conformance-page',
      'conformance-processes',
      'conformance-children',
    ])
    expect(listSkippedSpecs('standin', { E2E_ELECTRON: '/opt/quaywatch' })).toEqual(listSkippedSpecs('standin', {}))
  })
})

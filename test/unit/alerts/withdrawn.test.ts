// How alerts that are no longer true are withdrawn (only those that were not shown, or all of them), and how alerts are
// restored and replaced.
import { expect, test } from 'vitest'
import { inhibitAlerts, restoreAlerts, withdrawAlerts } from '#engine/alerts/episode-store.ts'
import { MIRROR_NOW, startMirror } from '#support/mirror.ts'

const STATES = ['PENDING', 'SHOWING', 'SHOWN', 'SILENT', 'INHIBITED']

function start() {
  const { db, write } = startMirror()
  write((db) => {
    for (const state of STATES) {
      db.run(
        `INSERT INTO alert (key, kind, severity, object, object_id, number, facts, state, due_at, raised_at, is_late) VALUES (?, 'ready', 3, 'container', 'c', 'N', '{}', ?, ?, ?, 0)`,
        state,
        state,
        MIRROR_NOW,
        MIRROR_NOW,
      )
    }
  })
  const changedKeys = () =>
    db.all<{ key: string }>('SELECT key FROM alert WHERE state <> key ORDER BY key').map(({ key }) => key)
  const loadState = (key: string) => db.get<{ state: string }>('SELECT state FROM alert WHERE key = ?', key)?.state
  return { write, changedKeys, loadState }
}

test('an alert that may be untrue is withdrawn only if it was not shown, and can be restored', () => {
  const { write, changedKeys } = start()
  expect([write((db) => withdrawAlerts(db, STATES, 'unshown')), changedKeys()]).toEqual([true, ['PENDING']])
  expect([write((db) => restoreAlerts(db, STATES)), changedKeys()]).toEqual([true, []])
})

test('an alert that is certainly untrue is withdrawn also if it was shown, or only listed', () => {
  const { write, changedKeys } = start()
  expect([write((db) => withdrawAlerts(db, STATES, 'all')), changedKeys()]).toEqual([
    true,
    ['PENDING', 'SHOWING', 'SHOWN', 'SILENT'],
  ])
  expect(write((db) => withdrawAlerts(db, STATES, 'all'))).toBe(false)
})

test('a shown alert that was withdrawn and restored is shown without another pop-up', () => {
  const { write, loadState } = start()
  write((db) => {
    db.run(`UPDATE alert SET told_at = ? WHERE key = 'SHOWN'`, MIRROR_NOW)
    withdrawAlerts(db, STATES, 'all')
    restoreAlerts(db, STATES)
  })
  expect([loadState('SHOWN'), loadState('PENDING')]).toEqual(['SHOWN', 'PENDING'])
})

test('an alert is replaced if it is open, but not if it is withdrawn or marked as done', () => {
  const { write, changedKeys, loadState } = start()
  write((db) => {
    db.run(`UPDATE alert SET done_at = ? WHERE key = 'SILENT'`, MIRROR_NOW)
    db.run(`UPDATE alert SET state = 'CANCELLED' WHERE key = 'SHOWN'`)
    inhibitAlerts(db, STATES)
  })
  expect([changedKeys(), loadState('SHOWN'), loadState('SHOWING')]).toEqual([
    ['PENDING', 'SHOWING', 'SHOWN'],
    'CANCELLED',
    'INHIBITED',
  ])
})

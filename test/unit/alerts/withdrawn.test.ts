// Withdrawing alerts that are no longer true (only those that were not shown, or all of them), and replacing alerts.
import { expect, test } from 'vitest'
import { inhibitAlerts, restoreAlerts, withdrawAlerts } from '#engine/alerts/episode-store.ts'
import { MIRROR_NOW, startMirror } from '#support/mirror.ts'

const STATES = ['PENDING', 'SHOWING', 'SHOWN', 'SILENT', 'INHIBITED']

function start() {
  const { db, write } = startMirror()
  write((w) => {
    for (const state of STATES) {
      w.run(
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
  const stateOf = (key: string) => db.get<{ state: string }>('SELECT state FROM alert WHERE key = ?', key)?.state
  return { write, changedKeys, stateOf }
}

test('an alert that may be untrue is withdrawn only if it was not shown, and can be restored', () => {
  const { write, changedKeys } = start()
  expect([write((w) => withdrawAlerts(w, STATES, 'unshown')), changedKeys()]).toEqual([true, ['PENDING']])
  expect([write((w) => restoreAlerts(w, STATES)), changedKeys()]).toEqual([true, []])
})

test('an alert that is certainly untrue is withdrawn also if it was shown, or only listed', () => {
  const { write, changedKeys } = start()
  expect([write((w) => withdrawAlerts(w, STATES, 'all')), changedKeys()]).toEqual([
    true,
    ['PENDING', 'SHOWING', 'SHOWN', 'SILENT'],
  ])
  expect(write((w) => withdrawAlerts(w, STATES, 'all'))).toBe(false)
})

test('an alert that was shown, and withdrawn all the same, is shown again without another pop-up', () => {
  const { write, stateOf } = start()
  write((w) => {
    w.run(`UPDATE alert SET told_at = ? WHERE key = 'SHOWN'`, MIRROR_NOW)
    withdrawAlerts(w, STATES, 'all')
    restoreAlerts(w, STATES)
  })
  expect([stateOf('SHOWN'), stateOf('PENDING')]).toEqual(['SHOWN', 'PENDING'])
})

test('an alert is replaced if it is open: a withdrawn one, and one that the user closed, stay so', () => {
  const { write, changedKeys, stateOf } = start()
  write((w) => {
    w.run(`UPDATE alert SET done_at = ? WHERE key = 'SILENT'`, MIRROR_NOW)
    w.run(`UPDATE alert SET state = 'CANCELLED' WHERE key = 'SHOWN'`)
    inhibitAlerts(w, STATES)
  })
  expect([changedKeys(), stateOf('SHOWN'), stateOf('SHOWING')]).toEqual([
    ['PENDING', 'SHOWING', 'SHOWN'],
    'CANCELLED',
    'INHIBITED',
  ])
})

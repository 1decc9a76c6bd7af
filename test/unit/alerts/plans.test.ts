// The query plans of the evaluator and of the delivery of alerts, and the deletion of old alert data.
import { describe, expect, test } from 'vitest'
import {
  listContainersWithAlerts,
  loadContainerAlerts,
  loadEpisodes,
  saveEpisode,
  trimAlerts,
  trimEpisodes,
  trimQuieted,
  listUnconfirmedContainers,
} from '#engine/alerts/episode-store.ts'
import { createEpisode } from '#engine/alerts/episode.ts'
import {
  loadObsoletePopUps,
  loadExpiredLookAheads,
  loadRecentTimes,
  loadAnnouncedContainers,
  loadUnreported,
  loadWaiting,
} from '#engine/alerts/pop-up-store.ts'
import {
  listContainersNearDeadline,
  listOpenContainers,
  listRecentDocuments,
  listSailingShipments,
} from '#engine/alerts/records.ts'
import { loadShowing, saveMute, saveSnooze, summarize } from '#engine/alerts/store.ts'
import type { ReadableDb } from '#engine/db/open.ts'
import { MIRROR_NOW, container, shipment, startMirror } from '#support/mirror.ts'

describe('the evaluator finds by an index', () => {
  test('containers near their last free day', () => {
    const mirror = startMirror()
    mirror.read(
      shipment('s'),
      container('c', 'ABCU1234567', 's', { import_deadlines: { pickup_lfd_terminal: '2026-11-21' } }),
    )
    expect(listContainersNearDeadline(mirror.db, Date.parse(MIRROR_NOW), 2)).toEqual(['c'])
    expect(mirror.listQueryPlans((db) => listContainersNearDeadline(db, Date.parse(MIRROR_NOW), 2))).toEqual([
      'SEARCH container_row USING INDEX container_row_lfd (lfd_date>? AND lfd_date<?)',
    ])
  })
  test('the numbers of the bell, among alerts that are not over', () => {
    const mirror = startMirror()
    const plans = mirror.listQueryPlans((db) => summarize(db, MIRROR_NOW))
    expect(plans.filter((plan) => /\b(SCAN|SEARCH) a\b/.test(plan))).toEqual([
      'SCAN a USING INDEX alert_current',
      'SCAN a USING INDEX alert_current',
    ])
  })
  test('open containers, unconfirmed episodes and announced alerts', () => {
    const mirror = startMirror()
    const plans = mirror.listQueryPlans((db) => {
      listOpenContainers(db, -1, 50)
      listUnconfirmedContainers(db)
      loadEpisodes(db, 'container', ['c'])
      loadContainerAlerts(db, ['c'])
      listContainersWithAlerts(db, '', 10)
    })
    expect(plans[0]).toBe('SEARCH container_row USING INDEX container_row_open (is_open=? AND rowid>?)')
    expect(plans.filter((plan) => /^SCAN (?!json_each)/.test(plan) && !plan.includes('episode_candidate'))).toEqual([])
  })
})

describe('the frequent queries', () => {
  test('of delivery do not scan old alerts and pop-ups', () => {
    const mirror = startMirror()
    const nowMs = Date.parse(MIRROR_NOW)
    const queries = [
      (db: ReadableDb) => {
        loadWaiting(db)
      },
      (db: ReadableDb) => {
        loadExpiredLookAheads(db, MIRROR_NOW)
      },
      (db: ReadableDb) => {
        loadAnnouncedContainers(db, nowMs)
      },
      (db: ReadableDb) => {
        loadUnreported(db)
      },
      (db: ReadableDb) => {
        loadShowing(db, MIRROR_NOW)
      },
      (db: ReadableDb) => {
        loadObsoletePopUps(db, nowMs)
      },
      (db: ReadableDb) => {
        loadRecentTimes(db, MIRROR_NOW)
      },
    ]
    const scans = queries.map((work) => mirror.listQueryPlans(work).filter((plan) => /^SCAN (?!json_each)/.test(plan)))
    expect(scans).toEqual(queries.map(() => []))
    expect(mirror.listQueryPlans(queries[0]!)[0]).toContain('alert_open')
  })
  test('of a complete evaluation do not scan arrived shipments and old documents', () => {
    const mirror = startMirror()
    mirror.read(
      shipment('arrived', { pod_ata_at: '2026-11-01T00:00:00Z' }),
      shipment('b'),
      shipment('a'),
      shipment('odd', { pod_ata_at: '2026-12-01T00:00:00Z' }),
    )
    const sailing = (after: string, limit = 10) => listSailingShipments(mirror.db, after, MIRROR_NOW, limit)
    expect([sailing(''), sailing('a', 1), sailing('b'), sailing('odd')]).toEqual([
      ['a', 'b', 'odd'],
      ['b'],
      ['odd'],
      [],
    ])
    const plans = mirror.listQueryPlans((db) => {
      listSailingShipments(db, '', MIRROR_NOW, 10)
      listRecentDocuments(db, Date.parse(MIRROR_NOW))
    })
    expect(plans.filter((plan) => /^SCAN (?!json_each|\w VIRTUAL|\(subquery)/.test(plan))).toEqual([])
  })
})

describe('the cleanup', () => {
  const OLD = '2026-08-01T00:00:00.000Z'
  const BEFORE = '2026-08-22T00:00:00.000Z'
  const insert = `INSERT INTO alert (key, kind, severity, object, object_id, number, facts, state, due_at, raised_at, is_late) VALUES (?, 'ready', 3, 'container', 'c', 'N', '{}', 'SHOWN', ?, ?, 0)`

  test('deletes old alerts in small batches, and no new ones', () => {
    const { db, write } = startMirror()
    write((db) => {
      for (let i = 0; i < 250; i++) db.run(insert, `old${i}`, OLD, OLD)
      db.run(insert, 'new', MIRROR_NOW, MIRROR_NOW)
    })
    expect(write((db) => trimAlerts(db, BEFORE))).toBe(true)
    expect(write((db) => trimAlerts(db, BEFORE))).toBe(false)
    expect(db.all('SELECT key FROM alert')).toEqual([{ key: 'new' }])
    expect(listContainersWithAlerts(db, '', 10)).toEqual(['c'])
  })

  test('deletes the episodes of a record that has been gone for long', () => {
    const mirror = startMirror()
    const { db, write } = mirror
    mirror.read(container('gone', 'ABCU1234567', null), container('here', 'ABCU1234568', null))
    write((db) => {
      db.run(`UPDATE container_row SET gone_since = ? WHERE id = 'gone'`, OLD)
      for (const id of ['gone', 'here']) saveEpisode(db, 'container', id, createEpisode('lfd', null))
    })
    expect(write((db) => trimEpisodes(db, { object: '', id: '' }, BEFORE))).toEqual({ object: 'container', id: 'here' })
    expect(write((db) => trimEpisodes(db, { object: 'container', id: 'here' }, BEFORE))).toBeNull()
    expect(db.all('SELECT object_id AS id FROM episode')).toEqual([{ id: 'here' }])
  })

  test('deletes the episodes of missing requests and files, and the mutes of gone containers', () => {
    const mirror = startMirror()
    const { db, write } = mirror
    mirror.read(container('gone', 'ABCU1234567', null), container('here', 'ABCU1234568', null))
    write((db) => {
      db.run(`UPDATE container_row SET gone_since = ? WHERE id = 'gone'`, OLD)
      db.run(
        `INSERT INTO sighting (id, folder_id, path, ident, size, mtime_ns, first_seen_at, state) VALUES (1, 'f', 'a.pdf', 'i', 1, '1', ?, 'WAITING')`,
        MIRROR_NOW,
      )
      for (const id of ['f1', 'f2', 'document']) saveEpisode(db, 'document', id, createEpisode('outcome', null))
      saveEpisode(db, 'request', 'gone', createEpisode('status', null))
      for (const id of ['gone', 'here', 'unknown']) saveMute(db, [id], MIRROR_NOW)
      saveSnooze(db, ['over'], OLD)
      saveMute(db, ['unmuted'], null)
      saveSnooze(db, ['snoozed'], '2026-12-01T00:00:00.000Z')
      trimEpisodes(db, { object: '', id: '' }, BEFORE)
      trimQuieted(db, MIRROR_NOW, BEFORE)
    })
    expect(db.all('SELECT object_id AS id FROM episode ORDER BY id')).toEqual([{ id: 'document' }, { id: 'f1' }])
    expect(db.all('SELECT container_id AS id FROM quieted ORDER BY id')).toEqual([
      { id: 'here' },
      { id: 'snoozed' },
      { id: 'unknown' },
    ])
  })
})

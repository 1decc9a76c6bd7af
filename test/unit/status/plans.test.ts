// The status screen queries each minute, so it must not scan a large table or the rows of open containers.
import { expect, test } from 'vitest'
import { ageSteps, loadAges, loadRowCounts, loadSweeps } from '#engine/status/store.ts'
import { MIRROR_NOW, type Mirror, container, startMirror } from '#support/mirror.ts'
import { getFreshness } from '../../../src/renderer/src/words/ages.ts'

const NOW = Date.parse(MIRROR_NOW)

async function loadBoard(mirror: Mirror) {
  const board = mirror.openBoard()
  await board.loadPart('first')
  return board
}

test('only indexes, keys and stored counts are read for the status', async () => {
  const mirror = startMirror()
  mirror.write((db) => {
    db.run(`INSERT INTO mirror.meta (key, value) VALUES ('event_count', '0')`)
  })
  const board = await loadBoard(mirror)
  const plans = mirror.listQueryPlans((db) => {
    loadAges(db, board, NOW)
    loadRowCounts(db)
    loadSweeps(db)
  })
  // SQLite counts a table by a scan of a covering index. The minimum and the maximum of a key are one step each.
  expect(
    plans.filter(
      (step) => step.startsWith('SCAN') && !/^SCAN (m|CONSTANT ROW|\d+ CONSTANT|.*COVERING INDEX)/.test(step),
    ),
  ).toEqual([])
  expect(plans).toContain('SEARCH c USING COVERING INDEX container_row_open (is_open=?)')
})

test.each(['service', 'line', 'terminal'] as const)(
  'the engine and the view have the same limits for the age of the %s',
  (kind) => {
    const { freshMs, ageingMs } = ageSteps[kind]
    const at = (ms: number) => getFreshness(kind, new Date(NOW - ms).toISOString(), NOW)
    expect([freshMs, freshMs + 1, ageingMs, ageingMs + 1].map(at)).toEqual(['fresh', 'ageing', 'ageing', 'stale'])
  },
)

test('a container is counted once for each source, by its age or as never checked', async () => {
  const mirror = startMirror()
  const ago = (hours: number) => new Date(NOW - hours * 3_600_000).toISOString()
  mirror.read(
    container('1', 'MSCU1111111', null, { terminal_checked_at: ago(6) }),
    container('2', 'MSCU2222222', null, { terminal_checked_at: ago(7) }),
    container('3', 'MSCU3333333', null, { terminal_checked_at: ago(24.1) }),
    container('4', 'MSCU4444444', null),
  )
  expect(loadAges(mirror.db, await loadBoard(mirror), NOW)).toEqual({
    service: { fresh: 4, ageing: 0, stale: 0, never: 0 },
    line: { fresh: 0, ageing: 0, stale: 0, never: 4 },
    terminal: { fresh: 1, ageing: 1, stale: 1, never: 1 },
  })
})

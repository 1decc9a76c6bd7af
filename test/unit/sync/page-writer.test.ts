// An answer that takes several transactions.
import { expect, test } from 'vitest'
import { createPartWriter } from '#engine/mirror/page-writer.ts'
import { createFakeClock } from '#support/fake-clock.ts'
import { MIRROR_NOW, container, startMirror } from '#support/mirror.ts'

const boxes = Array.from({ length: 300 }, (_, n) => container(`c${n}`, `MSCU${1_000_000 + n}`, null))

function begin(end: () => void = () => undefined, data = boxes) {
  const mirror = startMirror()
  const clock = createFakeClock(Date.parse(MIRROR_NOW))
  const stop = new AbortController()
  const count = () => mirror.db.get<{ n: number }>(`SELECT count(*) AS n FROM res WHERE type = 'container'`)?.n
  const written = createPartWriter({ write: mirror.write, clock })(
    { data, included: [] },
    { reading: () => ({ requestSeq: 1, readAt: MIRROR_NOW, sweepId: null }), end, signal: stop.signal },
  )
  return { clock, stop, count, written }
}

test('goes in piece by piece, and its end comes with its last piece', async () => {
  const ended: (number | undefined)[] = []
  const { clock, count, written } = begin(() => {
    ended.push(count())
  })
  await clock.settle()
  const first = count() ?? 0
  expect([first > 0, first < boxes.length, ended]).toEqual([true, true, []])
  await clock.advance(1)
  expect((await written).placed?.data).toHaveLength(boxes.length)
  expect([count(), ended]).toEqual([boxes.length, [boxes.length]])
})

test('goes in in smaller pieces where each record has hundreds of rows', async () => {
  const holds = Array.from({ length: 400 }, (_, n) => ({ name: `hold ${n}`, status: 'hold', description: null }))
  const { clock, count } = begin(
    undefined,
    boxes.map((box) => ({ ...box, attributes: { ...box.attributes, holds_at_pod_terminal: holds } })),
  )
  await clock.settle()
  expect(count()).toBeLessThanOrEqual(4)
})

test('is given up between two pieces when the engine stops, without any time passing', async () => {
  const { clock, stop, count, written } = begin()
  const given = expect(written).rejects.toThrow('the engine stops')
  await clock.settle()
  stop.abort(new Error('the engine stops'))
  await given
  expect(count()).toBeLessThan(boxes.length)
})

// An answer with many records is written in several transactions.
import { expect, test } from 'vitest'
import { createPartWriter } from '#engine/mirror/page-writer.ts'
import { createFakeClock } from '#support/fake-clock.ts'
import { MIRROR_NOW, container, startMirror } from '#support/mirror.ts'

const manyContainers = Array.from({ length: 300 }, (_, n) => container(`c${n}`, `MSCU${1_000_000 + n}`, null))

function startWriting(end: () => void = () => undefined, data = manyContainers) {
  const mirror = startMirror()
  const clock = createFakeClock(Date.parse(MIRROR_NOW))
  const stop = new AbortController()
  const count = () => mirror.db.get<{ n: number }>(`SELECT count(*) AS n FROM res WHERE type = 'container'`)?.n
  const written = createPartWriter({ write: mirror.write, clock, walGuard: null })(
    { data, included: [] },
    { reading: () => ({ requestSeq: 1, readAt: MIRROR_NOW, sweepId: null }), end, signal: stop.signal },
  )
  return { clock, stop, count, written }
}

test('an answer is written in parts, and its end is called in the last one', async () => {
  const countsAtEnd: (number | undefined)[] = []
  const { clock, count, written } = startWriting(() => {
    countsAtEnd.push(count())
  })
  await clock.flush()
  const firstCount = count() ?? 0
  expect([firstCount > 0, firstCount < manyContainers.length, countsAtEnd]).toEqual([true, true, []])
  await clock.advance(1)
  expect((await written).placed?.data).toHaveLength(manyContainers.length)
  expect([count(), countsAtEnd]).toEqual([manyContainers.length, [manyContainers.length]])
})

test('an answer is written in smaller parts if each record has hundreds of rows', async () => {
  const holds = Array.from({ length: 400 }, (_, n) => ({ name: `hold ${n}`, status: 'hold', description: null }))
  const { clock, count } = startWriting(
    undefined,
    manyContainers.map((record) => ({ ...record, attributes: { ...record.attributes, holds_at_pod_terminal: holds } })),
  )
  await clock.flush()
  expect(count()).toBeLessThanOrEqual(4)
})

test('an answer is cancelled between two parts when the engine stops, without a wait', async () => {
  const { clock, stop, count, written } = startWriting()
  const rejected = expect(written).rejects.toThrow('the engine stops')
  await clock.flush()
  stop.abort(new Error('the engine stops'))
  await rejected
  expect(count()).toBeLessThan(manyContainers.length)
})

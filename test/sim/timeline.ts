// Virtual time: a heap of future events. Between two events all promises settle. The engine has no other timers, so
// days pass in seconds, and equal seeds give the same order of events.

export type Timeline = {
  /** Milliseconds since the start of the world. */
  now(): number
  /** Runs `work` once after this time. The returned function cancels it. */
  after(ms: number, work: () => void): () => void
  sleep(ms: number): Promise<void>
  /** Advances the time and runs the events that are due. */
  run(ms: number): Promise<void>
  /** Advances the time until the condition holds, by at most `atMostMs`. Resolves with whether it holds. */
  runUntil(condition: () => boolean, maxMs: number): Promise<boolean>
  /** Settles all promises without advancing the time. */
  flush(): Promise<void>
  /** Returns the number of events so far. */
  events(): number
}

type Entry = { atMs: number; order: number; work: (() => void) | null }

export function createTimeline(): Timeline {
  let now = 0
  let order = 0
  let events = 0
  const heap: Entry[] = []
  const runNextEvent = async (untilMs: number) => {
    const entry = heap[0]
    if (!entry || entry.atMs > untilMs) return false
    popEntry(heap)
    if (entry.work === null) return true
    now = Math.max(now, entry.atMs)
    events++
    entry.work()
    await flush()
    return true
  }
  const after = (ms: number, work: () => void) => {
    const entry: Entry = { atMs: now + Math.max(0, ms), order: order++, work }
    if (Number.isFinite(ms)) pushEntry(heap, entry)
    return () => {
      entry.work = null
    }
  }
  const run = async (ms: number) => {
    const untilMs = now + ms
    await flush()
    while (await runNextEvent(untilMs));
    now = untilMs
  }
  return {
    now: () => now,
    after,
    sleep: (ms) =>
      new Promise((resolve) => {
        after(ms, resolve)
      }),
    run,
    runUntil: async (condition, maxMs) => {
      const untilMs = now + maxMs
      await flush()
      while (!condition()) {
        if (await runNextEvent(untilMs)) continue
        now = untilMs
        return condition()
      }
      return true
    },
    flush,
    events: () => events,
  }
}

/** Waits for one turn of the real event loop, before which all promises settle. */
function flush(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

const isBefore = (one: Entry, other: Entry) =>
  one.atMs < other.atMs || (one.atMs === other.atMs && one.order < other.order)

function pushEntry(heap: Entry[], entry: Entry): void {
  let index = heap.push(entry) - 1
  while (index > 0) {
    const parent = (index - 1) >> 1
    if (!isBefore(entry, heap[parent]!)) break
    heap[index] = heap[parent]!
    index = parent
  }
  heap[index] = entry
}

function popEntry(heap: Entry[]): void {
  const last = heap.pop()!
  if (heap.length === 0) return
  let index = 0
  for (;;) {
    let child = 2 * index + 1
    if (child >= heap.length) break
    if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child++
    if (!isBefore(heap[child]!, last)) break
    heap[index] = heap[child]!
    index = child
  }
  heap[index] = last
}

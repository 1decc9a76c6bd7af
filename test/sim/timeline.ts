// Virtual time: a heap of future events. Between two events all promises settle, and the product waits only for this
// heap, so days pass in seconds and the seed decides the order of everything.

export type Timeline = {
  /** Milliseconds since the start of the world. */
  now(): number
  /** Runs `work` once after this time; the result cancels it. */
  after(ms: number, work: () => void): () => void
  sleep(ms: number): Promise<void>
  /** Advances the time. */
  run(ms: number): Promise<void>
  /**
   * Advances the time until the condition holds, at most by this; answers whether it holds. Checked after each event.
   */
  runUntil(condition: () => boolean, atMostMs: number): Promise<boolean>
  /** Settles all promises without advancing the time. */
  flush(): Promise<void>
  /** Number of events so far. */
  events(): number
}

type Entry = { at: number; order: number; work: (() => void) | null }

export function createTimeline(): Timeline {
  let now = 0
  let order = 0
  let events = 0
  const heap: Entry[] = []
  const step = async (until: number) => {
    const entry = heap[0]
    if (!entry || entry.at > until) return false
    take(heap)
    if (entry.work === null) return true
    now = Math.max(now, entry.at)
    events++
    entry.work()
    await flush()
    return true
  }
  const after = (ms: number, work: () => void) => {
    const entry: Entry = { at: now + Math.max(0, ms), order: order++, work }
    if (Number.isFinite(ms)) put(heap, entry)
    return () => {
      entry.work = null
    }
  }
  const run = async (ms: number) => {
    const until = now + ms
    await flush()
    while (await step(until));
    now = until
  }
  return {
    now: () => now,
    after,
    sleep: (ms) =>
      new Promise((resolve) => {
        after(ms, resolve)
      }),
    run,
    runUntil: async (condition, atMostMs) => {
      const until = now + atMostMs
      await flush()
      while (!condition()) {
        if (await step(until)) continue
        now = until
        return condition()
      }
      return true
    },
    flush,
    events: () => events,
  }
}

/** One turn of the real event loop: all promises settle before it. This is the only real wait. */
function flush(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

const isBefore = (one: Entry, other: Entry) => one.at < other.at || (one.at === other.at && one.order < other.order)

function put(heap: Entry[], entry: Entry): void {
  let index = heap.push(entry) - 1
  while (index > 0) {
    const parent = (index - 1) >> 1
    if (!isBefore(entry, heap[parent]!)) break
    heap[index] = heap[parent]!
    index = parent
  }
  heap[index] = entry
}

function take(heap: Entry[]): void {
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

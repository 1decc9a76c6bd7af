// Reads the transport events of one container after the other: when its milestones changed, and before everything else
// when the user waits for them.
import { AppError } from '#contract/errors.ts'
import type { ApiAnswer, ApiClient } from '../api/client.ts'
import type { Document } from '../api/decode.ts'
import {
  type DueEvents,
  dropEventsDue,
  hasEventsDue,
  loadEventsDue,
  loadNextEventsDue,
  postponeEvents,
  storeEvents,
} from '../mirror/containers/event-store.ts'
import type { ReadableDb } from '../db/open.ts'
import { STORED_FROM_ANY_ANSWER } from '../mirror/kinds.ts'
import { type PartWriter, createPartWriter, saveEventsPosition } from '../mirror/page-writer.ts'
import type { WriterDeps } from '../mirror/slice-writer.ts'
import { RETRY_MS, isAboutRecord, instantAfter } from '../mirror/record-reader.ts'

export type EventReaderDeps = WriterDeps & { client: ApiClient; db: ReadableDb; now: () => string }

type State = EventReaderDeps & {
  writeParts: PartWriter
  /** Containers whose events are being read. While the request waits at the gate, no other lane reads them. */
  inProgress: Set<string>
  /** Containers whose events are read next, and until when (`mono`) that order is used. */
  upcoming: { ids: string[]; untilMono: number }
  /**
   * For containers whose events fill several pages: the links that were followed, and whether an event could not be
   * read.
   */
  followed: Map<string, FollowedLinks>
}

type FollowedLinks = { links: Set<string>; hasUnreadable: boolean }

export type EventReader = {
  /** Whether `readNext` has something to do. */
  hasDue(): boolean
  readNext(signal: AbortSignal): Promise<void>
  /** Reads the events of a container for which the user waits. */
  readFor(containerId: string, options: { signal: AbortSignal; patienceMs: number }): Promise<void>
}

/** How many due containers are sorted at once: more than can be read in a minute. */
const MAX_UPCOMING = 50
const UPCOMING_MS = 60_000
/** The wait after the service refused the events of a container, or sent unreadable ones. */
const REFUSED_MS = 6 * 3_600_000
const INCLUDES = 'include=location,terminal,vessel'
/** A list of events with more pages is treated as endless. */
const MAX_PAGES = 50
/** Storing this many events takes about 5 ms. */
const EVENTS_PER_SLICE = 200

export function createEventReader(deps: EventReaderDeps): EventReader {
  const state: State = {
    ...deps,
    writeParts: createPartWriter(deps),
    inProgress: new Set(),
    upcoming: { ids: [], untilMono: 0 },
    followed: new Map(),
  }
  return {
    hasDue: () => hasEventsDue(state.db, state.now(), state.inProgress),
    readNext: async (signal) => {
      const due = findNextDue(state)
      if (due) await readEvents(state, due, { priority: 4, signal })
    },
    readFor: (containerId, options) => readEvents(state, { containerId, nextUrl: null }, { priority: 0, ...options }),
  }
}

/**
 * If few containers are due, they are sorted each time. After a large first reading all are due, and sorting 100,000
 * takes 0.2 s, so it runs once a minute.
 */
function findNextDue({ db, clock, now, inProgress, upcoming }: State): DueEvents | null {
  for (;;) {
    if (upcoming.ids.length === 0 || clock.mono() >= upcoming.untilMono) {
      upcoming.ids = loadNextEventsDue(db, now(), inProgress, MAX_UPCOMING)
      upcoming.untilMono = upcoming.ids.length < MAX_UPCOMING ? 0 : clock.mono() + UPCOMING_MS
    }
    const id = upcoming.ids.shift()
    if (id === undefined) return null
    const due = loadEventsDue(db, id, now(), inProgress)
    if (due) return due
  }
}

async function readEvents(
  state: State,
  due: DueEvents,
  options: { priority: 0 | 4; signal: AbortSignal; patienceMs?: number },
): Promise<void> {
  const { containerId } = due
  const { inProgress } = state
  // The user's read can run beside a queued one. Only the read that marked the container removes the mark.
  const isFirstRead = !inProgress.has(containerId)
  const postpone = (ms: number) => state.write((db) => postponeEvents(db, containerId, instantAfter(state, ms)))
  inProgress.add(containerId)
  const path = due.nextUrl ?? `/containers/${encodeURIComponent(containerId)}/transport_events?${INCLUDES}`
  try {
    postpone(RETRY_MS)
    await writeEvents(
      state,
      due,
      path,
      await state.client.read({ path, ...options }, 'transport_event'),
      options.signal,
    )
  } catch (error) {
    if (!(error instanceof AppError) || !isAboutRecord(error)) throw error
    if (error.code === 'api/not-found') state.write((db) => dropEventsDue(db, containerId))
    else postpone(REFUSED_MS)
  } finally {
    if (isFirstRead) inProgress.delete(containerId)
  }
}

/** After a crash between two parts, the container stays due from its first page on. */
async function writeEvents(
  state: State,
  due: DueEvents,
  path: string,
  { document, requestSeq, isOlderThan }: ApiAnswer & { document: Document },
  signal: AbortSignal,
): Promise<void> {
  const { containerId } = due
  const readAt = state.now()
  for (let from = 0; from < document.data.length; from += EVENTS_PER_SLICE) {
    state.write((db) =>
      storeEvents(db, containerId, document.data.slice(from, from + EVENTS_PER_SLICE), document.included, readAt),
    )
    if (from + EVENTS_PER_SLICE < document.data.length) await state.clock.sleep(0, signal)
    signal.throwIfAborted()
  }
  const end = findNextPage(state, due, path, document)
  await state.writeParts(
    { data: [], included: document.included.filter(({ type }) => STORED_FROM_ANY_ANSWER.has(type)) },
    {
      reading: () => ({ requestSeq, isOlderThan, readAt, sweepId: null }),
      end: (db, announce) => saveEventsPosition(db, announce, containerId, end),
      signal,
    },
  )
}

/** A list whose links never end is treated as ended. Unreadable events are retried as rarely as refused ones. */
function findNextPage(
  state: State,
  { containerId, nextUrl }: DueEvents,
  path: string,
  { data, unreadable, next }: Document,
): { next: string | null; againAt: string | null } {
  const { client, followed } = state
  const followedBefore: FollowedLinks = (nextUrl === null ? undefined : followed.get(containerId)) ?? {
    links: new Set(),
    hasUnreadable: false,
  }
  const links = followedBefore.links.add(path)
  const hasUnreadable = followedBefore.hasUnreadable || unreadable.length > 0
  const isEndless = next !== null && (links.has(next) || links.size >= MAX_PAGES)
  if (isEndless) client.report({ path }, new AppError('api/list-endless'))
  if (next !== null && data.length > 0 && !isEndless) {
    followed.set(containerId, { links, hasUnreadable })
    return { next, againAt: null }
  }
  followed.delete(containerId)
  return { next: null, againAt: hasUnreadable ? instantAfter(state, REFUSED_MS) : null }
}

// Moves the user's file into the folder `Uploaded` after the service has its content. It never replaces a file, and
// deletes the old name only when the new one has the same content: by a hard link if the disk supports that, otherwise
// by a compared copy that gets its name only when it is complete. The target is stored first, so that the move can
// continue after a crash at any point.
import { basename, dirname, join } from 'node:path'
import type { ReadableDb } from '../db/open.ts'
import type { Write } from '../db/write.ts'
import type { Log } from '../outside/log.ts'
import { dateInZone, homeZone } from '../outside/calendar.ts'
import type { Clock } from '../outside/clock.ts'
import type { Files } from '../outside/files.ts'
import { codeOf, isSameMark, isSameState, type Mark } from '../outside/user-files.ts'
import type { PostStep } from './states.ts'
import { loadFolder } from './store.ts'
import { advancePost, loadMoves, saveMoveError, type Move } from './sighting-store.ts'
import { UPLOADED } from './ignore.ts'

export type MoverDeps = { clock: Clock; files: Files; db: ReadableDb; write: Write; nowMs: () => number; log: Log }

export type Mover = { stop(): Promise<void> }

const CHECK_EVERY_MS = 5_000
/** The wait before the first attempt, because the user or another program may be about to open the file. */
const GRACE_MS = 10_000
/** A file that another program has locked is retried at growing intervals for this time, then every LOCKED_RETRY_MS. */
const LOCKED_MS = 60_000
const FIRST_INTERVAL_MS = 10
const LONGEST_INTERVAL_MS = 100
const LOCKED_RETRY_MS = 5 * 60_000
/** Moves that run at once, so that one locked file does not stop the others. */
const LANES = 4
/** The most numbered names to try for one file. */
const MAX_NAMES = 10_000
const LOCK_CODES = ['EBUSY', 'EPERM', 'EACCES', 'ETXTBSY']

type State = MoverDeps & {
  signal: AbortSignal
  /** The earliest time (`mono`) of the next attempt, by sighting. */
  dueMonos: Map<number, number>
  running: Map<number, Promise<void>>
}

export function startMover(deps: MoverDeps): Mover {
  const stopped = new AbortController()
  const state: State = { ...deps, signal: stopped.signal, dueMonos: new Map(), running: new Map() }
  const loop = runUntilStopped(state)
  return {
    stop: async () => {
      stopped.abort()
      await loop
      await Promise.all(state.running.values())
    },
  }
}

async function runUntilStopped(state: State): Promise<void> {
  const { clock, signal, log } = state
  while (!signal.aborted) {
    try {
      startDueMoves(state, (move) => moveOrLog(state, move))
    } catch (error) {
      // The database may be unreadable for the moment.
      log('warn', 'moves delayed', { error: String(error) })
    }
    await clock.sleep(CHECK_EVERY_MS, signal)
  }
}

function startDueMoves({ clock, db, dueMonos, running }: State, start: (move: Move) => Promise<void>): void {
  const moves = loadMoves(db)
  const ids = new Set(moves.map(({ id }) => id))
  for (const id of dueMonos.keys()) if (!ids.has(id)) dueMonos.delete(id)
  for (const move of moves) {
    const dueMono = dueMonos.get(move.id) ?? clock.mono() + GRACE_MS
    dueMonos.set(move.id, dueMono)
    if (clock.mono() < dueMono || running.has(move.id) || running.size >= LANES) continue
    dueMonos.set(move.id, clock.mono() + LOCKED_RETRY_MS)
    running.set(
      move.id,
      start(move).finally(() => running.delete(move.id)),
    )
  }
}

/** No caller awaits this, so it must not throw. */
async function moveOrLog(state: State, move: Move): Promise<void> {
  const { log } = state
  try {
    await runMove(state, move)
  } catch (error) {
    if (isStopped(state)) return
    log('warn', 'file not moved', { error: String(error) })
    try {
      saveReason(state, move, codeOf(error))
    } catch (failure) {
      // The cause may affect the row too, such as a full disk.
      log('warn', 'reason of a failed move not stored', { error: String(failure) })
    }
  }
}

function saveReason({ write }: State, { id }: Move, reason: string): void {
  // With these errors the database cannot be written now, which says nothing about the file.
  if (reason === '' || reason.startsWith('SQLITE') || reason.startsWith('db/')) return
  write((db, announce) => {
    if (saveMoveError(db, id, reason)) announce('folders')
  })
}

const isStopped = ({ signal }: State) => signal.aborted

async function runMove(state: State, move: Move): Promise<void> {
  const folder = loadFolder(state.db, move.folderId)
  if (move.post === 'NONE' && folder?.after !== 'move') {
    storeStep(state, move, 'skip')
    return
  }
  // The files of a folder that cannot be reached are not missing.
  if (folder && folder.state !== 'OK') return
  // Removes the partial copy of an interrupted run.
  if (move.dest !== null) await removePart(state, partPathOf(move, move.dest))
  const source = await state.files.stat(move.path)
  const isUnchanged = source !== null && isSameState(source, move)
  // Uses the current identity of the file from here on, because its volume may have been mounted again.
  const current = isUnchanged ? { ...move, ident: source.ident } : move
  if (move.dest !== null && (await hasArrived(state, current, move.dest, isUnchanged))) {
    if (isUnchanged) await retryUntilFree(state, () => state.files.unlink(move.path, current))
    storeStep(state, move, 'finish')
  } else if (!isUnchanged) storeStep(state, move, 'skip')
  else await moveFile(state, current)
}

/**
 * Whether an earlier run already placed the file at `dest`. A copy has another identity, so its content is compared.
 */
async function hasArrived(
  { files, signal }: State,
  move: Move,
  dest: string,
  isSourceThere: boolean,
): Promise<boolean> {
  const target = await files.stat(dest)
  if (target?.kind !== 'file') return false
  if (isSameState(target, move)) return true
  // The original is deleted only after the target was complete, so its absence proves that the target is complete.
  if (!isSourceThere) return target.size === move.size
  if (target.size !== move.size) return false
  const checksums = await files.readChecksums(dest, { mark: target, signal })
  return checksums !== 'changed' && checksums.sha256 === move.sha256
}

async function moveFile(state: State, move: Move): Promise<void> {
  const { files, nowMs } = state
  const month = (dateInZone(nowMs(), homeZone()) ?? '').slice(0, 7)
  for (let number = 1; number <= MAX_NAMES; number++) {
    const dest = createTargetPath(move.path, month, number)
    if (await files.stat(dest)) continue
    await files.addFolder(dirname(dest))
    storeStep(state, move, 'plan', dest)
    const arrival = await placeFile(state, move, dest)
    if (arrival === 'name-in-use') continue
    if (arrival === 'other-volume') {
      storeStep(state, move, 'skip', null, arrival)
      return
    }
    const isDone = arrival === 'placed' && (await retryUntilFree(state, () => files.unlink(move.path, move)))
    // If the file was replaced meanwhile, it stays, and the next scan finds the new content.
    storeStep(state, move, isDone ? 'finish' : 'skip')
    return
  }
}

/** Error codes of disks without hard links. */
const NO_LINK_CODES = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EINVAL', 'UNKNOWN']

async function placeFile(
  state: State,
  move: Move,
  dest: string,
): Promise<'placed' | 'name-in-use' | 'source-changed' | 'other-volume'> {
  const { files } = state
  try {
    await files.link(move.path, dest)
    return await verifyLink(state, dest, (target) => isSameMark(target, move), move)
  } catch (error) {
    const code = codeOf(error)
    if (code === 'EEXIST') return 'name-in-use'
    // A move to another volume would be a copy of all its bytes, so the file stays.
    if (code === 'EXDEV') return 'other-volume'
    if (!NO_LINK_CODES.includes(code)) throw error
  }
  return copyAndRename(state, move, dest)
}

/** A name that no other program uses: it contains the id of the row. */
const partPathOf = ({ id }: Move, dest: string) => join(dirname(dest), `.quaywatch-${id}.part`)

async function removePart({ files }: State, part: string): Promise<void> {
  const leftover = await files.stat(part)
  if (leftover) await files.unlink(part, leftover)
}

/** For disks without hard links. The copy is read back and compared before it gets its name. */
async function copyAndRename(
  state: State,
  move: Move,
  dest: string,
): Promise<'placed' | 'name-in-use' | 'source-changed'> {
  const { files, signal } = state
  const part = partPathOf(move, dest)
  await removePart(state, part)
  try {
    const copied = await retryUntilFree(state, () =>
      files.copyComplete(move.path, part, { mark: move, signal, preservesTimes: true }),
    )
    const mark = copied === 'changed' ? null : await files.stat(part)
    const checksums = mark && (await files.readChecksums(part, { mark, signal }))
    if (!checksums || checksums === 'changed' || checksums.sha256 !== move.sha256) return 'source-changed'
    return (await files.renameDurablyIfFree(part, dest)) ? 'placed' : 'name-in-use'
  } finally {
    await removePart(state, part)
  }
}

/**
 * Checks that the hard link leads to the file. Another file may have got the old name just before; the link to it is
 * removed, because that file remains at the old path.
 */
async function verifyLink(
  { files }: State,
  dest: string,
  isExpected: (target: Mark) => boolean,
  move: Move,
): Promise<'placed' | 'source-changed'> {
  const target = await files.stat(dest)
  if (!target) return 'source-changed'
  if (isExpected(target)) return 'placed'
  const source = await files.stat(move.path)
  if (source && (isSameMark(source, target) || isSameMark(source, move))) await files.unlink(dest, target)
  return 'source-changed'
}

async function retryUntilFree<Result>({ clock, signal }: State, work: () => Promise<Result>): Promise<Result> {
  const startedMono = clock.mono()
  let intervalMs = FIRST_INTERVAL_MS
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!LOCK_CODES.includes(codeOf(error)) || clock.mono() - startedMono >= LOCKED_MS || signal.aborted) throw error
    }
    await clock.sleep(intervalMs, signal)
    intervalMs = Math.min(LONGEST_INTERVAL_MS, intervalMs * 1.5)
  }
}

function storeStep(
  { write }: State,
  { id, hasMoveError }: Move,
  step: PostStep,
  dest: string | null = null,
  reason: string | null = null,
): void {
  write((db, announce) => {
    advancePost(db, id, step, dest)
    const isChanged = reason !== null ? saveMoveError(db, id, reason) : hasMoveError === 1 && step !== 'plan'
    if (isChanged) announce('folders')
  })
}

// The path to which a file is moved: the folder `Uploaded/YYYY-MM` beside it, with its own name or a free one.

const MAX_NAME_BYTES = 255

/** `month`: for example `2026-11`. `number`: 1 for the file's own name, else the number that is added to it. */
export function createTargetPath(path: string, month: string, number: number): string {
  return join(dirname(path), UPLOADED, month, addNumber(basename(path), number))
}

/** `invoice (2).pdf`. A name that would be too long is cut before the number. */
export function addNumber(name: string, number: number): string {
  if (number === 1) return name
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 ? name.slice(dot) : ''
  const stem = dot > 0 ? name.slice(0, dot) : name
  const suffix = ` (${number})`
  const letters = Array.from(stem)
  while (letters.length > 0 && Buffer.byteLength(letters.join('') + suffix + extension) > MAX_NAME_BYTES) letters.pop()
  return letters.join('') + suffix + extension
}

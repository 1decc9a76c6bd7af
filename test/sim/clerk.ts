// The clerk is a simulated user who saves, scans, renames, replaces and deletes files in a watched folder. The clerk's
// plan also has the faults of the folder's disk or share. oracles/intake.ts checks the files.
import type { Random } from './random.ts'
import type { Desktop } from './desktop.ts'
import type { UserFolder, SimFile } from './user-folder.ts'
import type { Timeline } from './timeline.ts'
import type { Hints, Watch } from '#engine/outside/watch.ts'

export type ClerkAction =
  | 'save'
  | 'scan'
  | 'slow-scan'
  | 'preallocated-copy'
  | 'rename'
  | 'replace'
  | 'safe-save'
  | 'overwrite'
  | 'delete'
  | 'rename-storm'
  | 'lock'
  | 'copy'
  | 'unusual-file'

export type ClerkPlan = {
  actions: ClerkAction[]
  actionIntervalMs: number
  isShare: boolean
  afterUpload: 'leave' | 'move'
  isRecursive: boolean
  /** The shares of file events, from 0 to 1, that are lost, sent twice, or sent without a name. */
  lostEventShare: number
  duplicatedEventShare: number
  namelessEventShare: number
  /** The average time between two faults of the folder. Null: the folder never fails. */
  faultIntervalMs: number | null
  linkError: string | null
  /** Whether other users have files with the same names in `Uploaded`. */
  hasNameConflicts: boolean
}

export type Clerk = {
  stop(): void
  /** The contents of other users' files, by path. The engine must not change them. */
  otherUsersFiles: Map<string, Uint8Array>
  /** Files that must still exist at the end: the clerk neither deleted nor overwrote them. */
  expectedFiles: Set<SimFile>
}

export type ClerkDeps = {
  timeline: Timeline
  random: Random
  userFolder: UserFolder
  desktop: Desktop
  plan: ClerkPlan
  getMonth: () => string
  logEvent: (what: string) => void
}

type State = ClerkDeps & {
  clerk: Clerk
  isStopped: boolean
  fileCount: number
  unfinishedFiles: Map<string, () => void>
}

const PDF_END = '\n%%EOF\n'

export function startClerk(deps: ClerkDeps): Clerk {
  const clerk: Clerk = { stop: () => stop(state), otherUsersFiles: new Map(), expectedFiles: new Set() }
  const state: State = { ...deps, clerk, isStopped: false, fileCount: 0, unfinishedFiles: new Map() }
  const { plan, timeline, random, userFolder } = deps
  userFolder.linkError = plan.linkError
  const runNextAction = () => {
    if (state.isStopped) return
    runAction(state, random.pick(plan.actions))
    timeline.after(random.drawLogUniform(plan.actionIntervalMs / 5, plan.actionIntervalMs * 2), runNextAction)
  }
  timeline.after(0, () => watchFolder(state))
  timeline.after(random.drawBetween(0, plan.actionIntervalMs), runNextAction)
  if (plan.faultIntervalMs !== null)
    timeline.after(random.drawLogUniform(5_000, plan.faultIntervalMs), () => startFault(state))
  return clerk
}

/** Adds the watched folder through the view. Retries until the engine lists it. */
function watchFolder(state: State): void {
  const { desktop, timeline, plan, userFolder } = state
  const view = desktop.getView()
  const retry = () => {
    timeline.after(3_000, () => watchFolder(state))
  }
  if (!view) {
    retry()
    return
  }
  view.call('folders.list', {}).then((folders) => {
    if (folders.length > 0) return
    view
      .call('folders.add', {
        path: userFolder.root,
        after: plan.afterUpload,
        alwaysPolls: false,
        isRecursive: plan.isRecursive,
      })
      .then(retry, retry)
  }, retry)
}

/** Completes all unfinished files, releases all locks, and ends the fault of the folder. */
function stop(state: State): void {
  state.isStopped = true
  state.userFolder.folderFault = null
  for (const finish of [...state.unfinishedFiles.values()]) finish()
  for (const file of state.userFolder.files.values()) file.lockedUntilMs = 0
}

function runAction(state: State, action: ClerkAction): void {
  const { random, userFolder, logEvent } = state
  const draws = [random.drawUnit(), random.drawUnit(), random.drawUnit()] as const
  // The clerk cannot use the folder while it fails.
  if (userFolder.folderFault !== null) return
  const ownPaths = [...userFolder.files.keys()].filter(
    (path) => !path.includes('/Uploaded/') && !state.unfinishedFiles.has(path),
  )
  const selectedPath = ownPaths[Math.floor(draws[0] * ownPaths.length)]
  logEvent(`clerk ${action} ${selectedPath ?? ''}`)
  switch (action) {
    case 'save':
      save(state, pickPath(state, draws[1]), createContent(state, draws[2]))
      return
    case 'scan':
      writePageByPage(state, pickPath(state, draws[1]), 100, 4_900)
      return
    case 'slow-scan':
      writePageByPage(state, pickPath(state, draws[1]), 4_000, 40_000)
      return
    case 'preallocated-copy':
      copyInSteps(state, pickPath(state, draws[1]))
      return
    case 'unusual-file':
      saveUnusualFile(state, draws)
      return
    default:
      if (selectedPath !== undefined) changeFile(state, action, selectedPath, draws)
  }
}

function changeFile(
  state: State,
  action: Exclude<ClerkAction, 'save' | 'scan' | 'slow-scan' | 'preallocated-copy' | 'unusual-file'>,
  path: string,
  draws: readonly [number, number, number],
): void {
  const { userFolder, random, timeline, clerk } = state
  const file = userFolder.files.get(path)
  if (!file) return
  switch (action) {
    case 'rename':
      moveFile(state, path, pickPath(state, draws[1]))
      return
    case 'copy':
      userFolder.write(pickPath(state, draws[1]), file.bytes)
      markExpected(state)
      return
    case 'replace':
      clerk.expectedFiles.delete(file)
      userFolder.replace(path, createContent(state, draws[2]))
      markExpected(state)
      return
    case 'overwrite':
      // The new content has the same length, so that the engine cannot detect the change by size.
      userFolder.write(
        path,
        file.bytes.map((byte, i) => (i === 9 ? 65 + Math.floor(draws[2] * 26) : byte)),
      )
      return
    case 'safe-save':
      safeSave(state, path, draws[2])
      return
    case 'delete':
      clerk.expectedFiles.delete(file)
      userFolder.remove(path)
      return
    case 'rename-storm':
      startRenameStorm(state, draws[1])
      return
    case 'lock':
      file.lockedUntilMs = timeline.now() + random.drawLogUniform(50, 30 * 60_000)
  }
}

function markExpected({ userFolder, clerk }: State): void {
  for (const [path, file] of userFolder.files) if (!path.includes('/Uploaded/')) clerk.expectedFiles.add(file)
}

function save(state: State, path: string, bytes: Uint8Array): void {
  const previousFile = state.userFolder.files.get(path)
  if (previousFile) state.clerk.expectedFiles.delete(previousFile)
  state.userFolder.write(path, bytes)
  if (state.plan.hasNameConflicts) addConflictingFile(state, path)
  markExpected(state)
}

/** Writes another user's file to the path to which the engine would move the clerk's file. */
function addConflictingFile({ userFolder, clerk, getMonth }: State, path: string): void {
  const uploadedPath = `${userFolder.root}/Uploaded/${getMonth()}/${path.slice(userFolder.root.length + 1)}`
  if (userFolder.files.has(uploadedPath) || path.slice(userFolder.root.length + 1).includes('/')) return
  const bytes = Buffer.from(`of another user: ${path}`)
  userFolder.write(uploadedPath, bytes)
  clerk.otherUsersFiles.set(uploadedPath, bytes)
}

function moveFile({ userFolder, clerk }: State, path: string, newPath: string): void {
  const overwrittenFile = userFolder.files.get(newPath)
  if (overwrittenFile && newPath !== path) clerk.expectedFiles.delete(overwrittenFile)
  if (newPath !== path) userFolder.move(path, newPath)
}

/** Appends pages with pauses, as a scanner does, and then the end mark of the PDF. */
function writePageByPage(state: State, path: string, shortestMs: number, longestMs: number): void {
  const { random, timeline, userFolder } = state
  const draws = random.fork(`grow ${++state.fileCount}`)
  let text = `%PDF-1.4 scan ${state.fileCount}\n`
  let pagesLeft = draws.drawInteger(2, 25)
  save(state, path, Buffer.from(text))
  const append = (appendedText: string) => {
    if (!userFolder.files.has(path)) return
    text += appendedText
    userFolder.write(path, Buffer.from(text))
  }
  const finish = () => {
    if (!state.unfinishedFiles.delete(path)) return
    append(PDF_END)
  }
  const writeNextPage = () => {
    if (!state.unfinishedFiles.has(path)) return
    append(`page ${pagesLeft}\n`)
    if (--pagesLeft > 0) timeline.after(draws.drawBetween(shortestMs, longestMs), writeNextPage)
    else finish()
  }
  state.unfinishedFiles.set(path, finish)
  timeline.after(draws.drawBetween(shortestMs, longestMs), writeNextPage)
}

/** Creates a file of the final size and fills it from the beginning, as a copy to a share does. */
function copyInSteps(state: State, path: string): void {
  const { random, timeline, userFolder } = state
  const draws = random.fork(`aside ${++state.fileCount}`)
  const content = Buffer.from(`%PDF-1.4 copy ${state.fileCount} ${'x'.repeat(draws.drawInteger(10, 400))}${PDF_END}`)
  let filledBytes = 0
  const writeFilledPart = () =>
    userFolder.write(
      path,
      Buffer.concat([content.subarray(0, filledBytes), Buffer.alloc(content.length - filledBytes)]),
    )
  const finish = () => {
    if (!state.unfinishedFiles.delete(path) || !userFolder.files.has(path)) return
    filledBytes = content.length
    writeFilledPart()
  }
  const writeNextPart = () => {
    if (!state.unfinishedFiles.has(path) || !userFolder.files.has(path)) return
    filledBytes += Math.ceil(content.length / 8)
    if (filledBytes >= content.length) finish()
    else {
      writeFilledPart()
      timeline.after(draws.drawLogUniform(200, 30_000), writeNextPart)
    }
  }
  save(state, path, Buffer.alloc(content.length))
  state.unfinishedFiles.set(path, finish)
  timeline.after(draws.drawLogUniform(200, 30_000), writeNextPart)
}

/** Saves like office programs: writes a new file, renames the old one, renames the new one, and deletes the old one. */
function safeSave(state: State, path: string, draw: number): void {
  const { userFolder, timeline, clerk } = state
  const [oldFilePath, newFilePath] = [
    `${userFolder.root}/~WRL${state.fileCount++}.tmp`,
    `${userFolder.root}/~WRD${state.fileCount++}.tmp`,
  ]
  userFolder.write(newFilePath, createContent(state, draw))
  const previousFile = userFolder.files.get(path)
  timeline.after(40, () => {
    userFolder.move(path, oldFilePath)
    timeline.after(10, () => {
      userFolder.move(newFilePath, path)
      userFolder.remove(oldFilePath)
      if (previousFile) clerk.expectedFiles.delete(previousFile)
      markExpected(state)
    })
  })
}

const STORM_FILES = 12
const STORM_RENAMES = 8

function startRenameStorm(state: State, draw: number): void {
  const { userFolder, timeline, random } = state
  const draws = random.fork(`storm ${++state.fileCount} ${draw}`)
  for (let file = 0; file < STORM_FILES; file++) {
    let path = `${userFolder.root}/storm ${state.fileCount}-${file}.pdf`
    save(state, path, createContent(state, draws.drawUnit()))
    for (let renameNumber = 1; renameNumber <= STORM_RENAMES; renameNumber++) {
      timeline.after(draws.drawBetween(0, 5_000), () => {
        const newPath = path.replace(/( r\d+)?\.pdf$/, ` r${renameNumber}.pdf`)
        // The clerk cannot use the folder while it fails.
        if (!userFolder.files.has(path) || state.unfinishedFiles.has(path) || userFolder.folderFault !== null) return
        moveFile(state, path, newPath)
        path = newPath
      })
    }
  }
}

function saveUnusualFile(state: State, draws: readonly [number, number, number]): void {
  const names = ['empty.pdf', 'movie.mp4', '~$lock.docx', 'half.pdf.crdownload', 'noending', 'a\nb "c" é.pdf']
  const name = names[Math.floor(draws[0] * names.length)] ?? ''
  save(
    state,
    `${state.userFolder.root}/${name}`,
    name === 'empty.pdf' ? new Uint8Array() : createContent(state, draws[2]),
  )
}

/** Picks one of 14 names, so that new files often have the name of an existing one. */
function pickPath({ userFolder, plan, unfinishedFiles }: State, draw: number): string {
  const names = Array.from(
    { length: 14 },
    (_, n) => `${userFolder.root}/${plan.isRecursive && n % 3 === 0 ? 'below/' : ''}invoice ${n}.pdf`,
  ).filter((path) => !unfinishedFiles.has(path))
  return names[Math.floor(draw * names.length)] ?? `${userFolder.root}/one more.pdf`
}

/** Creates the content of a file. One in six contents may be equal to an earlier one. */
function createContent(state: State, draw: number): Uint8Array {
  const text = draw < 0.16 ? `the same ${Math.floor(draw * 20)}` : `invoice of ${draw}, number ${++state.fileCount}`
  return Buffer.from(`%PDF-1.4 ${text}${PDF_END}`)
}

function startFault(state: State): void {
  const { userFolder, random, timeline, plan, logEvent } = state
  if (state.isStopped || plan.faultIntervalMs === null) return
  const kinds = ['gone', 'stale', 'empty'] as const
  userFolder.folderFault = random.pick(kinds)
  logEvent(`the folder is ${userFolder.folderFault}`)
  timeline.after(random.drawLogUniform(1_000, 300_000), () => {
    // Some shares reconnect in two steps: the mount point appears before its content.
    if (!state.isStopped && random.drawBoolean(0.3)) userFolder.folderFault = 'empty'
    timeline.after(random.drawLogUniform(500, 20_000), () => {
      userFolder.folderFault = null
      logEvent('the folder is back')
    })
    timeline.after(random.drawLogUniform(30_000, plan.faultIntervalMs ?? 0), () => startFault(state))
  })
}

/** Sends file events as the operating system does: late, and some of them twice, without a name, or never. */
export function createSimWatch({
  userFolder,
  timeline,
  random,
  plan,
  isOver,
}: {
  userFolder: UserFolder
  timeline: Timeline
  random: Random
  plan: ClerkPlan
  isOver: () => boolean
}): Watch {
  return {
    start: (_folder, { onHint }: Hints) => {
      const listen = (path: string) => {
        const eventCount = random.drawBoolean(plan.lostEventShare)
          ? 0
          : random.drawBoolean(plan.duplicatedEventShare)
            ? 2
            : 1
        const eventPath = random.drawBoolean(plan.namelessEventShare) ? null : path
        for (let time = 0; time < eventCount; time++) {
          timeline.after(random.drawLogUniform(1, 200), () => {
            if (!isOver() && userFolder.listeners.has(listen)) onHint(eventPath)
          })
        }
      }
      userFolder.listeners.add(listen)
      return Promise.resolve(() => {
        userFolder.listeners.delete(listen)
        return Promise.resolve()
      })
    },
  }
}

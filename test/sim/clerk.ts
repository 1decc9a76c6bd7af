// A clerk who works in a watched folder: saves, scans page by page, renames, replaces and deletes files, and opens them
// in other programs; also the disk or share of the folder. oracles/intake.ts judges the files.
import type { Chance } from './chance.ts'
import type { Desktop } from './desktop.ts'
import type { Cabinet, Sheet } from './cabinet.ts'
import type { Timeline } from './timeline.ts'
import type { Hints, Watch } from '#engine/outside/watch.ts'

export type ClerkAct =
  | 'save'
  | 'scan'
  | 'slow-scan'
  | 'set-aside'
  | 'rename'
  | 'replace'
  | 'safe-save'
  | 'overwrite'
  | 'delete'
  | 'storm'
  | 'lock'
  | 'copy'
  | 'odd'

export type ClerkPlan = {
  acts: ClerkAct[]
  everyMs: number
  isShare: boolean
  after: 'leave' | 'move'
  isRecursive: boolean
  /** The shares of file events that are lost, sent twice, or sent without a name. */
  lost: number
  doubled: number
  nameless: number
  /** Null: the share is always available. */
  troubleEveryMs: number | null
  linkError: string | null
  /** Whether `Uploaded` already contains files of other users with the same names. */
  hasOthersThere: boolean
}

export type Clerk = {
  stop(): void
  /** Files of other users, by path. */
  others: Map<string, Uint8Array>
  /** Files that the clerk neither deleted nor overwrote. */
  untouched: Set<Sheet>
}

export type ClerkDeps = {
  timeline: Timeline
  chance: Chance
  cabinet: Cabinet
  desktop: Desktop
  plan: ClerkPlan
  month: () => string
  note: (what: string) => void
}

type State = ClerkDeps & { clerk: Clerk; isDone: boolean; files: number; growing: Map<string, () => void> }

const END = '\n%%EOF\n'

export function startClerk(deps: ClerkDeps): Clerk {
  const clerk: Clerk = { stop: () => stop(state), others: new Map(), untouched: new Set() }
  const state: State = { ...deps, clerk, isDone: false, files: 0, growing: new Map() }
  const { plan, timeline, chance, cabinet } = deps
  cabinet.linkError = plan.linkError
  const act = () => {
    if (state.isDone) return
    runAct(state, chance.pick(plan.acts))
    timeline.after(chance.spread(plan.everyMs / 5, plan.everyMs * 2), act)
  }
  timeline.after(0, () => watchFolder(state))
  timeline.after(chance.between(0, plan.everyMs), act)
  if (plan.troubleEveryMs !== null) timeline.after(chance.spread(5_000, plan.troubleEveryMs), () => startTrouble(state))
  return clerk
}

/** Adds the watched folder through the screen, and tries again until the engine lists it. */
function watchFolder(state: State): void {
  const { desktop, timeline, plan, cabinet } = state
  const view = desktop.view()
  const again = () => {
    timeline.after(3_000, () => watchFolder(state))
  }
  if (!view) {
    again()
    return
  }
  view.call('folders.list', {}).then((folders) => {
    if (folders.length > 0) return
    view
      .call('folders.add', { path: cabinet.root, after: plan.after, alwaysPolls: false, isRecursive: plan.isRecursive })
      .then(again, again)
  }, again)
}

/** Completes all unfinished files, ends all locks, and makes the share available. */
function stop(state: State): void {
  state.isDone = true
  state.cabinet.trouble = null
  for (const finish of [...state.growing.values()]) finish()
  for (const sheet of state.cabinet.sheets.values()) sheet.lockedUntil = 0
}

function runAct(state: State, act: ClerkAct): void {
  const { chance, cabinet, note } = state
  const draws = [chance.next(), chance.next(), chance.next()] as const
  // While the share is not available, the clerk cannot reach it either.
  if (cabinet.trouble !== null) return
  const mine = [...cabinet.sheets.keys()].filter((path) => !path.includes('/Uploaded/') && !state.growing.has(path))
  const one = mine[Math.floor(draws[0] * mine.length)]
  note(`clerk ${act} ${one ?? ''}`)
  switch (act) {
    case 'save':
      save(state, pickName(state, draws[1]), createContent(state, draws[2]))
      return
    case 'scan':
      writePageByPage(state, pickName(state, draws[1]), 100, 4_900)
      return
    case 'slow-scan':
      writePageByPage(state, pickName(state, draws[1]), 4_000, 40_000)
      return
    case 'set-aside':
      copyInSteps(state, pickName(state, draws[1]))
      return
    case 'odd':
      saveOddFile(state, draws)
      return
    default:
      if (one !== undefined) changeFile(state, act, one, draws)
  }
}

function changeFile(
  state: State,
  act: Exclude<ClerkAct, 'save' | 'scan' | 'slow-scan' | 'set-aside' | 'odd'>,
  path: string,
  draws: readonly [number, number, number],
): void {
  const { cabinet, chance, timeline, clerk } = state
  const sheet = cabinet.sheets.get(path)
  if (!sheet) return
  switch (act) {
    case 'rename':
      moveFile(state, path, pickName(state, draws[1]))
      return
    case 'copy':
      cabinet.write(pickName(state, draws[1]), sheet.bytes)
      markUntouched(state)
      return
    case 'replace':
      clerk.untouched.delete(sheet)
      cabinet.replace(path, createContent(state, draws[2]))
      markUntouched(state)
      return
    case 'overwrite':
      // The new content has the same length, like a form that is filled in again.
      cabinet.write(
        path,
        sheet.bytes.map((byte, i) => (i === 9 ? 65 + Math.floor(draws[2] * 26) : byte)),
      )
      return
    case 'safe-save':
      safeSave(state, path, draws[2])
      return
    case 'delete':
      clerk.untouched.delete(sheet)
      cabinet.remove(path)
      return
    case 'storm':
      startRenameStorm(state, draws[1])
      return
    case 'lock':
      sheet.lockedUntil = timeline.now() + chance.spread(50, 30 * 60_000)
  }
}

function markUntouched({ cabinet, clerk }: State): void {
  for (const [path, sheet] of cabinet.sheets) if (!path.includes('/Uploaded/')) clerk.untouched.add(sheet)
}

function save(state: State, path: string, bytes: Uint8Array): void {
  const before = state.cabinet.sheets.get(path)
  if (before) state.clerk.untouched.delete(before)
  state.cabinet.write(path, bytes)
  if (state.plan.hasOthersThere) putOthers(state, path)
  markUntouched(state)
}

/** Writes a file of another user to the path to which the engine will move this file. */
function putOthers({ cabinet, clerk, month }: State, path: string): void {
  const there = `${cabinet.root}/Uploaded/${month()}/${path.slice(cabinet.root.length + 1)}`
  if (cabinet.sheets.has(there) || path.slice(cabinet.root.length + 1).includes('/')) return
  const bytes = Buffer.from(`of somebody else: ${path}`)
  cabinet.write(there, bytes)
  clerk.others.set(there, bytes)
}

function moveFile({ cabinet, clerk }: State, path: string, to: string): void {
  const there = cabinet.sheets.get(to)
  if (there && to !== path) clerk.untouched.delete(there)
  if (to !== path) cabinet.move(path, to)
}

/** Writes a file page by page, as a scanner does, and then its end. */
function writePageByPage(state: State, path: string, shortestMs: number, longestMs: number): void {
  const { chance, timeline, cabinet } = state
  const draws = chance.fork(`grow ${++state.files}`)
  let text = `%PDF-1.4 scan ${state.files}\n`
  let pages = draws.whole(2, 25)
  save(state, path, Buffer.from(text))
  const write = (more: string) => {
    if (!cabinet.sheets.has(path)) return
    text += more
    cabinet.write(path, Buffer.from(text))
  }
  const finish = () => {
    if (!state.growing.delete(path)) return
    write(END)
  }
  const next = () => {
    if (!state.growing.has(path)) return
    write(`page ${pages}\n`)
    if (--pages > 0) timeline.after(draws.between(shortestMs, longestMs), next)
    else finish()
  }
  state.growing.set(path, finish)
  timeline.after(draws.between(shortestMs, longestMs), next)
}

/** Creates a file with its full size and fills it from the beginning, as a copy to a share does. */
function copyInSteps(state: State, path: string): void {
  const { chance, timeline, cabinet } = state
  const draws = chance.fork(`aside ${++state.files}`)
  const whole = Buffer.from(`%PDF-1.4 copy ${state.files} ${'x'.repeat(draws.whole(10, 400))}${END}`)
  let filled = 0
  const show = () =>
    cabinet.write(path, Buffer.concat([whole.subarray(0, filled), Buffer.alloc(whole.length - filled)]))
  const finish = () => {
    if (!state.growing.delete(path) || !cabinet.sheets.has(path)) return
    filled = whole.length
    show()
  }
  const next = () => {
    if (!state.growing.has(path) || !cabinet.sheets.has(path)) return
    filled += Math.ceil(whole.length / 8)
    if (filled >= whole.length) finish()
    else {
      show()
      timeline.after(draws.spread(200, 30_000), next)
    }
  }
  save(state, path, Buffer.alloc(whole.length))
  state.growing.set(path, finish)
  timeline.after(draws.spread(200, 30_000), next)
}

/** Saves under another name first, then swaps both and deletes the old one. */
function safeSave(state: State, path: string, draw: number): void {
  const { cabinet, timeline, clerk } = state
  const [aside, part] = [`${cabinet.root}/~WRL${state.files++}.tmp`, `${cabinet.root}/~WRD${state.files++}.tmp`]
  cabinet.write(part, createContent(state, draw))
  const old = cabinet.sheets.get(path)
  timeline.after(40, () => {
    cabinet.move(path, aside)
    timeline.after(10, () => {
      cabinet.move(part, path)
      cabinet.remove(aside)
      if (old) clerk.untouched.delete(old)
      markUntouched(state)
    })
  })
}

const STORM_FILES = 12
const STORM_RENAMES = 8

function startRenameStorm(state: State, draw: number): void {
  const { cabinet, timeline, chance } = state
  const draws = chance.fork(`storm ${++state.files} ${draw}`)
  for (let file = 0; file < STORM_FILES; file++) {
    let path = `${cabinet.root}/storm ${state.files}-${file}.pdf`
    save(state, path, createContent(state, draws.next()))
    for (let time = 1; time <= STORM_RENAMES; time++) {
      timeline.after(draws.between(0, 5_000), () => {
        const to = path.replace(/( r\d+)?\.pdf$/, ` r${time}.pdf`)
        // The clerk cannot reach the folder either while the share is disconnected.
        if (!cabinet.sheets.has(path) || state.growing.has(path) || cabinet.trouble !== null) return
        moveFile(state, path, to)
        path = to
      })
    }
  }
}

function saveOddFile(state: State, draws: readonly [number, number, number]): void {
  const names = ['empty.pdf', 'movie.mp4', '~$lock.docx', 'half.pdf.crdownload', 'noending', 'a\nb "c" é.pdf']
  const name = names[Math.floor(draws[0] * names.length)] ?? ''
  save(state, `${state.cabinet.root}/${name}`, name === 'empty.pdf' ? new Uint8Array() : createContent(state, draws[2]))
}

/** Picks one of a few names, so that files collide. */
function pickName({ cabinet, plan, growing }: State, draw: number): string {
  const names = Array.from(
    { length: 14 },
    (_, n) => `${cabinet.root}/${plan.isRecursive && n % 3 === 0 ? 'below/' : ''}invoice ${n}.pdf`,
  ).filter((path) => !growing.has(path))
  return names[Math.floor(draw * names.length)] ?? `${cabinet.root}/one more.pdf`
}

/** Creates the content of a file. One in six may be equal to an earlier one. */
function createContent(state: State, draw: number): Uint8Array {
  const text = draw < 0.16 ? `the same ${Math.floor(draw * 20)}` : `invoice of ${draw}, number ${++state.files}`
  return Buffer.from(`%PDF-1.4 ${text}${END}`)
}

function startTrouble(state: State): void {
  const { cabinet, chance, timeline, plan, note } = state
  if (state.isDone || plan.troubleEveryMs === null) return
  const kinds = ['gone', 'stale', 'empty'] as const
  cabinet.trouble = chance.pick(kinds)
  note(`the folder is ${cabinet.trouble}`)
  timeline.after(chance.spread(1_000, 300_000), () => {
    // The share may come back in two steps: the mount appears before its content.
    if (!state.isDone && chance.happens(0.3)) cabinet.trouble = 'empty'
    timeline.after(chance.spread(500, 20_000), () => {
      cabinet.trouble = null
      note('the folder is back')
    })
    timeline.after(chance.spread(30_000, plan.troubleEveryMs ?? 0), () => startTrouble(state))
  })
}

/** Sends file events as the system does: late, and some of them twice, without a name, or never. */
export function createSimWatch({
  cabinet,
  timeline,
  chance,
  plan,
  isOver,
}: {
  cabinet: Cabinet
  timeline: Timeline
  chance: Chance
  plan: ClerkPlan
  isOver: () => boolean
}): Watch {
  return {
    start: (_folder, { onHint }: Hints) => {
      const listen = (path: string) => {
        const times = chance.happens(plan.lost) ? 0 : chance.happens(plan.doubled) ? 2 : 1
        const hinted = chance.happens(plan.nameless) ? null : path
        for (let time = 0; time < times; time++) {
          timeline.after(chance.spread(1, 200), () => {
            if (!isOver() && cabinet.listeners.has(listen)) onHint(hinted)
          })
        }
      }
      cabinet.listeners.add(listen)
      return Promise.resolve(() => {
        cabinet.listeners.delete(listen)
        return Promise.resolve()
      })
    },
  }
}

// The clerk's files: each is in the queue or has a reason, none is uploaded unfinished, none is lost, and files of
// others are unchanged.
import { join } from 'node:path'
import { isIgnored } from '#engine/folders/ignore.ts'
import { type Cabinet, type Sheet, markOf, shaOf } from '../cabinet.ts'
import { spoolOf } from '../user-files.ts'
import { type Check, isReportedDamaged, rowsOf } from './oracle.ts'

type Row = { path: string; ident: string; state: string; error: string | null; sha256: string | null; uploads: number }

const ROWS = `SELECT s.path, s.ident, s.state, s.error, s.sha256, (SELECT count(*) FROM main.upload u WHERE u.sha256 = s.sha256) AS uploads
  FROM main.sighting s WHERE s.state <> 'VANISHED' ORDER BY s.id`

export const everyFileHasItsRow: Check = (scene) => {
  const {
    world: { office, desktop, plan },
    raw,
  } = scene
  if (!office || isReportedDamaged(scene, 'state')) return []
  // A file that is renamed over another keeps the older row.
  const newest = new Map(
    rowsOf<Row>(raw, ROWS).flatMap((row) => [
      [row.path, row],
      [`${row.path} ${row.ident}`, row],
    ]),
  )
  const spool = spoolOf(join(desktop.folder(), 'spool'))
  return watched(office.cabinet, plan.clerk?.isRecursive ?? false).flatMap(([path, sheet]) => {
    const [row, sha256] = [newest.get(`${path} ${markOf(sheet).ident}`) ?? newest.get(path), shaOf(sheet.bytes)]
    if (!row) return [`${path} is shown nowhere`]
    if (row.state === 'SPOOLED') {
      if (row.sha256 !== sha256)
        return [`${path} is ${sha256.slice(0, 8)} and was taken as ${row.sha256?.slice(0, 8) ?? 'nothing'}`]
      if (row.uploads !== 1) return [`${path} is in the queue ${row.uploads} times`]
      return spool.has(sha256) ? [] : [`${path} is in the queue and its content is not stored`]
    }
    return row.error === null ? [`${path} is ${row.state} and nothing says why`] : []
  })
}

/** Files that are not excluded on purpose. */
function watched({ sheets, root }: Cabinet, isRecursive: boolean): [string, Sheet][] {
  return [...sheets].flatMap(([path, sheet]) => {
    const names = path.slice(root.length + 1).split('/')
    const isSeen = names.every((name, i) => !isIgnored(name, i < names.length - 1 ? 'folder' : 'file'))
    return isSeen && (isRecursive || names.length === 1) ? [[path, sheet] as [string, Sheet]] : []
  })
}

export const onlyQuietFilesAreTaken: Check = ({ world: { office }, raw }) => {
  if (!office) return []
  office.cabinet.closeAll()
  const { stableContents: stood } = office.cabinet
  return rowsOf<{ sha256: string; name: string }>(raw, 'SELECT sha256, name FROM main.upload')
    .filter(({ sha256 }) => !stood.has(sha256))
    .map(({ sha256, name }) => `${name} was taken as ${sha256.slice(0, 8)}, which it never was for long`)
}

export const noSourceIsLost: Check = ({ world: { office } }) => {
  if (!office) return []
  const { cabinet, clerk } = office
  const storedSheets = new Set(cabinet.sheets.values())
  const aside = new Set(
    [...cabinet.sheets].filter(([path]) => path.includes('/Uploaded/')).map(([, { bytes }]) => shaOf(bytes)),
  )
  const lost = [...clerk.untouched]
    .filter((sheet) => !storedSheets.has(sheet) && !aside.has(shaOf(sheet.bytes)))
    .map(({ number, bytes }) => `file ${number} (${shaOf(bytes).slice(0, 8)}) is nowhere`)
  const touched = [...clerk.others]
    .filter(([path, bytes]) => shaOf(cabinet.sheets.get(path)?.bytes ?? new Uint8Array()) !== shaOf(bytes))
    .map(([path]) => `${path} of another user was changed`)
  return [...lost, ...touched]
}

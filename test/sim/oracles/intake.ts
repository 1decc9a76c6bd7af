// Checks the clerk's files: each file is in the upload queue or has a reason, no unfinished file was uploaded, no file
// is lost, and the files of other users are unchanged.
import { join } from 'node:path'
import { isIgnored } from '#engine/folders/ignore.ts'
import { type UserFolder, type SimFile, getMark, computeSha256 } from '../user-folder.ts'
import { listSpoolHashes } from '../user-files.ts'
import { type Check, isReportedDamaged, readRows } from './oracle.ts'

type SightingRow = {
  path: string
  ident: string
  state: string
  error: string | null
  sha256: string | null
  uploads: number
}

const SIGHTINGS_SQL = `SELECT s.path, s.ident, s.state, s.error, s.sha256, (SELECT count(*) FROM main.upload u WHERE u.sha256 = s.sha256) AS uploads
  FROM main.sighting s WHERE s.state <> 'VANISHED' ORDER BY s.id`

export const everyFileHasItsRow: Check = (finalState) => {
  const {
    world: { watchedFolder, desktop, plan },
    raw,
  } = finalState
  if (!watchedFolder || isReportedDamaged(finalState, 'state')) return []
  // If a file was renamed to the name of another file, the row of the path belongs to the older file. Path and inode
  // together identify the row of the renamed file.
  const newestRows = new Map(
    readRows<SightingRow>(raw, SIGHTINGS_SQL).flatMap((row) => [
      [row.path, row],
      [`${row.path} ${row.ident}`, row],
    ]),
  )
  const spoolHashes = listSpoolHashes(join(desktop.getFolder(), 'spool'))
  return listWatchedFiles(watchedFolder.userFolder, plan.clerk?.isRecursive ?? false).flatMap(([path, file]) => {
    const [row, sha256] = [
      newestRows.get(`${path} ${getMark(file).ident}`) ?? newestRows.get(path),
      computeSha256(file.bytes),
    ]
    if (!row) return [`${path} is shown nowhere`]
    if (row.state === 'SPOOLED') {
      if (row.sha256 !== sha256)
        return [`${path} is ${sha256.slice(0, 8)} and was copied as ${row.sha256?.slice(0, 8) ?? 'nothing'}`]
      if (row.uploads !== 1) return [`${path} is in the queue ${row.uploads} times`]
      return spoolHashes.has(sha256) ? [] : [`${path} is in the queue and its content is not stored`]
    }
    return row.error === null ? [`${path} is ${row.state} without a reason`] : []
  })
}

/** Lists the files that the engine must upload, with their paths: those that its rules do not ignore. */
function listWatchedFiles({ files, root }: UserFolder, isRecursive: boolean): [string, SimFile][] {
  return [...files].flatMap(([path, file]) => {
    const names = path.slice(root.length + 1).split('/')
    const isSeen = names.every((name, i) => !isIgnored(name, i < names.length - 1 ? 'folder' : 'file'))
    return isSeen && (isRecursive || names.length === 1) ? [[path, file] as [string, SimFile]] : []
  })
}

export const onlyStableFilesAreTaken: Check = ({ world: { watchedFolder }, raw }) => {
  if (!watchedFolder) return []
  watchedFolder.userFolder.recordStableFiles()
  const { stableContents: stableHashes } = watchedFolder.userFolder
  return readRows<{ sha256: string; name: string }>(raw, 'SELECT sha256, name FROM main.upload')
    .filter(({ sha256 }) => !stableHashes.has(sha256))
    .map(
      ({ sha256, name }) =>
        `${name} was uploaded as ${sha256.slice(0, 8)}, a content that it never had for the quiet time`,
    )
}

export const noSourceIsLost: Check = ({ world: { watchedFolder } }) => {
  if (!watchedFolder) return []
  const { userFolder, clerk } = watchedFolder
  const storedFiles = new Set(userFolder.files.values())
  const movedHashes = new Set(
    [...userFolder.files].filter(([path]) => path.includes('/Uploaded/')).map(([, { bytes }]) => computeSha256(bytes)),
  )
  const lostFiles = [...clerk.expectedFiles]
    .filter((file) => !storedFiles.has(file) && !movedHashes.has(computeSha256(file.bytes)))
    .map(({ inode, bytes }) => `file ${inode} (${computeSha256(bytes).slice(0, 8)}) is nowhere`)
  const changedFiles = [...clerk.otherUsersFiles]
    .filter(
      ([path, bytes]) => computeSha256(userFolder.files.get(path)?.bytes ?? new Uint8Array()) !== computeSha256(bytes),
    )
    .map(([path]) => `${path} of another user was changed`)
  return [...lostFiles, ...changedFiles]
}

// Finds out whether a folder is on a share, on another system or in a cloud folder. These report file events late or
// never, so they are scanned at intervals. Pure.
import type { Place } from '../outside/user-files.ts'

export type PathLocation = {
  /** The folder is on another computer or system: calls may take long, and events are not reliable. */
  isRemote: boolean
  /**
   * A folder name shows that a cloud program manages it. Such a program may keep content online until a file is opened.
   */
  isInCloud: boolean
  /**
   * The folder may be in a cloud although no name shows it: SharePoint libraries have the company's name, and iCloud
   * syncs Documents.
   */
  mayBeInCloud: boolean
}

/**
 * Type numbers of `statfs` on Linux: NFS, SMB (three), FUSE, 9P (also Windows files under WSL), AFS, Ceph, Coda, shared
 * folders of VirtualBox and VMware.
 */
const REMOTE_TYPES = [
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x65735546, 0x01021997, 0x5346414f, 0x00c36400, 0x73757245, 0x786f4256,
  0xbacbacbc,
]

/** Folder names of cloud programs, alone or followed by an account: `OneDrive - Acme`, `Dropbox (Personal)`. */
const CLOUD_FOLDERS =
  /^(onedrive|dropbox|google ?drive|my drive|icloud ?drive|nextcloud|owncloud|box|box sync|pcloud|seafile|synologydrive|cloudstorage|mobile documents)( ?[-(].*)?$/i

export function findPathLocation(
  path: string,
  { platform, realPath, fsType }: Pick<Place, 'platform' | 'realPath' | 'fsType'>,
): PathLocation {
  const paths = [path, realPath]
  const isInCloud = paths.some((candidate) => candidate.split(/[/\\]/).some((part) => CLOUD_FOLDERS.test(part)))
  const isRemote =
    paths.some((candidate) => isRemotePath(candidate, platform)) ||
    (platform === 'linux' && REMOTE_TYPES.includes(fsType >>> 0))
  return {
    isRemote,
    isInCloud,
    mayBeInCloud: isInCloud || (!isRemote && (platform === 'win32' || platform === 'darwin')),
  }
}

function isRemotePath(path: string, platform: NodeJS.Platform): boolean {
  // `\\server\share`, `\\wsl.localhost\…`. `\\?\C:\…` is a long path of this computer, `\\?\UNC\…` is a share.
  if (platform === 'win32') return /^([\\/]{2}(?![?.][\\/])|[\\/]{2}\?[\\/]UNC[\\/])/i.test(path)
  return platform === 'darwin' && /^\/(Volumes|Network)\/./.test(path)
}

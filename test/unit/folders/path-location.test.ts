import { describe, expect, test } from 'vitest'
import { findPathLocation } from '#engine/folders/path-location.ts'

const locate = (path: string, platform: NodeJS.Platform, { realPath = path, fsType = 0 } = {}) =>
  findPathLocation(path, { platform, realPath, fsType })

describe('a folder on another computer', () => {
  test.each<[string, NodeJS.Platform, string?]>([
    ['\\\\server\\share\\in', 'win32'],
    ['//server/share/in', 'win32'],
    ['\\\\wsl$\\Ubuntu\\home', 'win32'],
    ['\\\\wsl.localhost\\Ubuntu\\home', 'win32'],
    ['\\\\?\\UNC\\server\\share', 'win32'],
    ['Z:\\in', 'win32', '\\\\server\\share\\in'],
    ['/Volumes/scans/in', 'darwin'],
    ['/Network/Servers/x', 'darwin'],
  ])('%s on %s', (path, platform, realPath) =>
    expect(locate(path, platform, { realPath: realPath ?? path }).isRemote).toBe(true),
  )

  test.each([
    [0x6969, 'NFS'],
    [0xff534d42, 'SMB'],
    [-0xacb2be, 'SMB, as a negative number'],
    [0x01021997, 'Windows, seen from WSL'],
    [0x65735546, 'FUSE'],
  ])('has the file system %i on Linux: %s', (fsType) =>
    expect(locate('/mnt/in', 'linux', { fsType }).isRemote).toBe(true),
  )
})

describe('a folder on this computer', () =>
  test.each<[string, NodeJS.Platform, number]>([
    ['C:\\Users\\a\\Documents', 'win32', 0],
    ['\\\\?\\C:\\Users\\a', 'win32', 0],
    ['\\\\.\\C:\\in', 'win32', 0],
    ['/Users/a/in', 'darwin', 26],
    ['/home/a/in', 'linux', 0xef53],
    ['/tmp/in', 'linux', 0x01021994],
    ['/home/a/in', 'linux', 0x9123683e],
    ['/Volumes', 'darwin', 26],
  ])('%s on %s', (path, platform, fsType) =>
    expect(locate(path, platform, { fsType })).toMatchObject({ isRemote: false, isInCloud: false }),
  ))

describe('a folder in a cloud', () => {
  test.each([
    'C:\\Users\\a\\OneDrive - Acme GmbH\\in',
    '/Users/a/Library/CloudStorage/x/in',
    '/Users/a/Library/Mobile Documents/in',
    '/home/a/Dropbox/in',
    '/home/a/Dropbox (Personal)/in',
    '/home/a/Nextcloud',
    'C:\\Users\\a\\Google Drive\\in',
    '/home/a/Box Sync/in',
  ])('%s', (path) => expect(locate(path, 'win32').isInCloud).toBe(true))

  test.each(['/home/a/Boxes/in', '/home/a/inbox', '/home/a/onedrives'])('is not %s', (path) =>
    expect(locate(path, 'linux').isInCloud).toBe(false),
  )

  test('is also detected by the target of a link', () =>
    expect(locate('/home/a/in', 'linux', { realPath: '/home/a/Dropbox/in' }).isInCloud).toBe(true))
})

test('a local folder on Windows or macOS may be in a cloud, whatever its name', () => {
  const library = 'C:\\Users\\a\\Acme GmbH\\Imports - Documents'
  expect(
    [
      locate(library, 'win32'),
      locate('/Users/a/Documents', 'darwin'),
      locate('/home/a/in', 'linux'),
      locate('\\\\server\\in', 'win32'),
      locate('/home/a/Dropbox', 'linux'),
    ].map(({ mayBeInCloud }) => mayBeInCloud),
  ).toEqual([true, true, false, false, true])
})

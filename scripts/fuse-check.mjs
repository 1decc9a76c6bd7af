// Which fuses of a packed program are not as electron-builder.config.ts wants them. Builder names them in its own
// words, the binary by number.
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'

/** As the binary writes them: the digits 1 and 0. */
const ON = 0x31
const OFF = 0x30

/** @type {Record<string, FuseV1Options>} */
const FUSES = {
  runAsNode: FuseV1Options.RunAsNode,
  enableCookieEncryption: FuseV1Options.EnableCookieEncryption,
  enableNodeOptionsEnvironmentVariable: FuseV1Options.EnableNodeOptionsEnvironmentVariable,
  enableNodeCliInspectArguments: FuseV1Options.EnableNodeCliInspectArguments,
  enableEmbeddedAsarIntegrityValidation: FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
  onlyLoadAppFromAsar: FuseV1Options.OnlyLoadAppFromAsar,
  loadBrowserProcessSpecificV8Snapshot: FuseV1Options.LoadBrowserProcessSpecificV8Snapshot,
  grantFileProtocolExtraPrivileges: FuseV1Options.GrantFileProtocolExtraPrivileges,
}

/**
 * @param {string} program the executable, or the .app folder
 * @param {Record<string, unknown>} wanted
 * @returns {Promise<string[]>} names; empty when all is well
 */
export async function wrongFuses(program, wanted) {
  const wire = await getCurrentFuseWire(program)
  return Object.entries(wanted)
    .filter(([name, isOn]) => {
      const fuse = FUSES[name]
      return fuse === undefined || wire[fuse] !== (isOn === true ? ON : OFF)
    })
    .map(([name]) => name)
}

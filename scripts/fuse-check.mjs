// Compares the fuses of a packed program with electron-builder.config.ts. The configuration identifies fuses by names,
// and the binary identifies them by numbers.
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'

/** The values in the binary: the digits 1 and 0. */
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
 * @returns {Promise<string[]>} the names of the fuses with another value than `wanted`
 */
export async function findWrongFuses(program, wanted) {
  const wire = await getCurrentFuseWire(program)
  return Object.entries(wanted)
    .filter(([name, isOn]) => {
      const fuse = FUSES[name]
      return fuse === undefined || wire[fuse] !== (isOn === true ? ON : OFF)
    })
    .map(([name]) => name)
}

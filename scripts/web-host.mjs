// How the browser host is started. Its engine is in its own process, so the V8 flags of the desktop app's engine
// (src/main/engine/engine-flags.ts, with the reasons) are set here. A test compares the two.

const V8_FLAG = '--max-semi-space-size=8'

/**
 * What follows `node` on the command line.
 * @param {string[]} args
 */
export function webHostArgs(args) {
  return [V8_FLAG, 'out/web/host.js', ...args]
}

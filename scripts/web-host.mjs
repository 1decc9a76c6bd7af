// How the browser host is started: its engine is in its own process, so what V8 is told at the start of the desktop
// app's engine (src/main/engine/engine-flags.ts, which says why) is told here. A test holds the two against each other.

const V8_FLAG = '--max-semi-space-size=8'

/**
 * What follows `node` on the command line.
 * @param {string[]} args
 */
export function webHostArgs(args) {
  return [V8_FLAG, 'out/web/host.js', ...args]
}

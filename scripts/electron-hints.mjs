// What to do when Electron ends as soon as it is started, for the reasons that are known. `--no-sandbox` is never the
// answer here: that takes the protection off without asking the person it protects.

/** It had a window to show after this long; what ends it later is not the surroundings. */
export const EARLY_MS = 5_000

/** @type {[RegExp, string][]} */
const HINTS = [
  [
    /error while loading shared libraries: (\S+?):/,
    'Electron needs the system library $1, which is not installed. On Debian and Ubuntu: "sudo apt install libgtk-3-0 libnss3 libasound2t64 libgbm1" (older ones: libasound2).',
  ],
  [
    /Missing X server or \$DISPLAY|cannot open display|Failed to connect to Wayland/i,
    'There is no screen to open a window on. Start it from a desktop session, or with "xvfb-run npm start" where nobody needs to see it.',
  ],
  [
    /Running as root without --no-sandbox/,
    'Electron does not run as root, because its sandbox cannot. Start it as an ordinary user.',
  ],
  [
    /SUID sandbox|No usable sandbox|sandbox_host_linux/,
    'The system does not let Electron build its sandbox. On Ubuntu 24.04 and newer: "sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0"; on others: "sudo sysctl -w kernel.unprivileged_userns_clone=1".',
  ],
]

/**
 * Null when the reason is not one of the known ones.
 * @param {string} errorText what Electron wrote to standard error
 * @returns {string | null}
 */
export function electronHint(errorText) {
  for (const [pattern, hint] of HINTS) {
    const match = pattern.exec(errorText)
    if (match) return hint.replace('$1', match[1] ?? '')
  }
  return null
}

// Corrects package-lock.json after `npm install`, which drops these corrections again:
// - npm adds an implicit `node-gyp rebuild` to any package that ships a binding.gyp. better-sqlite3 13 ships N-API
//   prebuilds and must never be rebuilt, least of all on a machine without Python and a compiler. npm 11 obeys
//   `allowScripts`; npm 10 obeys `gypfile: false`.
// - All optional Node packages define the command `node`. When npm 10 skips the packages for other computers, it also
//   removes the link of the one that it installed, and any npm would link a Node that cannot start. Without `bin`,
//   npm creates no link, and scripts/link-node.mjs creates it.
import { readFileSync, writeFileSync } from 'node:fs'

const lockUrl = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(lockUrl, 'utf8'))
const originalText = JSON.stringify(lock)
lock.packages['node_modules/better-sqlite3'].gypfile = false
for (const name of Object.keys(lock.packages[''].optionalDependencies)) delete lock.packages[`node_modules/${name}`].bin
if (JSON.stringify(lock) !== originalText) {
  writeFileSync(lockUrl, `${JSON.stringify(lock, null, 2)}\n`)
  console.log('package-lock.json: corrected better-sqlite3 (gypfile) and the Node packages (bin).')
}

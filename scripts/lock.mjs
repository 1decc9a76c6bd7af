// Corrects package-lock.json after `npm install`, which drops these corrections again:
// - npm adds an implicit `node-gyp rebuild` to any package that ships a binding.gyp. better-sqlite3 13 ships N-API
//   prebuilds and must never be rebuilt, least of all on a machine without Python and a compiler. npm 11 obeys
//   `allowScripts`; npm 10 obeys `gypfile: false`.
// - All Node packages name the command `node`. npm 10 removes the link of the one it installed together with those it
//   left
//   out, and any npm would link one that cannot start. Without `bin`, npm leaves the link to scripts/link-node.mjs.
import { readFileSync, writeFileSync } from 'node:fs'

const path = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(path, 'utf8'))
const before = JSON.stringify(lock)
lock.packages['node_modules/better-sqlite3'].gypfile = false
for (const name of Object.keys(lock.packages[''].optionalDependencies)) delete lock.packages[`node_modules/${name}`].bin
if (JSON.stringify(lock) !== before) {
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`)
  console.log('package-lock.json: corrected better-sqlite3 (gypfile) and the Node packages (bin).')
}

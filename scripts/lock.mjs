// npm adds an implicit `node-gyp rebuild` to any package that ships a binding.gyp. better-sqlite3 13 ships N-API
// prebuilds and must never be rebuilt, least of all on a machine without python and a compiler. npm 11 obeys
// `allowScripts`; npm 10 obeys `gypfile: false` in the lock, which every `npm install` drops: this puts it back.
import { readFileSync, writeFileSync } from 'node:fs'

const path = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(path, 'utf8'))
const entry = lock.packages['node_modules/better-sqlite3']
if (entry.gypfile !== false) {
  entry.gypfile = false
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`)
  console.log('package-lock.json: better-sqlite3 is marked gypfile: false again.')
}

// Lists the packages in the program with their licences. The build collects them from the bundled modules and writes
// licences.json beside the view. It fails if a package has a licence that is not in `ALLOWED`.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Licences that allow shipping under MIT if their text is included. Check the terms before you add one. */
export const ALLOWED = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'MIT-0', 'OFL-1.1']

/** @typedef {{ name: string, version: string, licence: string, text: string }} ShippedPackage */

/**
 * Licence files that a package needs in addition to those in its folder. They are in subfolders or in another package.
 * @type {Record<string, string[]>}
 */
const EXTRA_LICENCE_FILES = {
  'pdfjs-dist': [
    'wasm/LICENSE_JBIG2',
    'wasm/LICENSE_PDFJS_JBIG2',
    'wasm/LICENSE_OPENJPEG',
    'wasm/LICENSE_PDFJS_OPENJPEG',
  ],
  // It contains another version of pdf.js in one file, without its licence.
  unpdf: ['../pdfjs-dist/LICENSE'],
}

/** SQLite is not a package of its own: better-sqlite3 contains it. */
const SQLITE = {
  name: 'SQLite',
  version: '',
  licence: 'Public domain',
  text: 'The author disclaims copyright to this source code. In place of a legal notice, here is a blessing:\n\n   May you do good and not evil.\n   May you find forgiveness for yourself and forgive others.\n   May you share freely, never taking more than you give.',
}

/** The text that is used for a package under MIT that has no licence file. */
const MIT_TEXT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`

/**
 * Collects the packages of all bundles of a build: `collect` for each bundle, `emit` for the one that is built last.
 * @param {string} root
 */
export function createPackageCollector(root) {
  /** @type {Set<string>} */
  const names = new Set()
  /** @param {import('vite').Rollup.OutputBundle} bundle */
  const addBundledPackages = (bundle) => {
    for (const bundleFile of Object.values(bundle)) {
      if (bundleFile.type !== 'chunk') continue
      for (const id of Object.keys(bundleFile.modules)) {
        const name = findPackage(id)
        if (name !== null) names.add(name)
      }
    }
  }
  return {
    /** @returns {import('vite').Plugin} */
    collect: () => ({
      name: 'shipped-packages',
      generateBundle: (_options, bundle) => {
        addBundledPackages(bundle)
      },
    }),
    /** @returns {import('vite').Plugin} */
    emit: () => ({
      name: 'shipped-packages-list',
      generateBundle(_options, bundle) {
        addBundledPackages(bundle)
        this.emitFile({
          type: 'asset',
          fileName: 'licences.json',
          source: JSON.stringify(listShippedPackages(root, names)),
        })
      },
    }),
  }
}

/**
 * The package of a module; null for our own code. Modules that the bundler adds belong to the bundler's package.
 * @param {string} id
 */
export function findPackage(id) {
  const path = id.replaceAll('\\', '/')
  const folderIndex = path.lastIndexOf('/node_modules/')
  if (folderIndex === -1) return /^\0?(rolldown|vite)\//.exec(path)?.[1] ?? null
  const [first = '', second = ''] = path.slice(folderIndex + '/node_modules/'.length).split('/')
  return first.startsWith('@') ? `${first}/${second}` : first
}

/**
 * Lists the bundled packages, the other dependencies with all packages that they need, Electron, and SQLite.
 * @param {string} root
 * @param {Iterable<string>} bundled
 * @returns {ShippedPackage[]}
 */
export function listShippedPackages(root, bundled) {
  const { dependencies = {} } = readManifest(root)
  const names = new Set(['electron', ...bundled])
  for (const name of Object.keys(dependencies)) addWithDependencies(root, name, names)
  const packages = [...names].map((name) => describePackage(root, name))
  const refused = packages.filter(({ licence }) => !ALLOWED.includes(licence))
  if (refused.length > 0)
    throw new Error(
      `Shipped under a licence that is not allowed (scripts/shipped-packages.mjs): ${refused.map(({ name, licence }) => `${name}, ${licence}`).join('; ')}.`,
    )
  return [...packages, SQLITE].sort((one, other) => one.name.localeCompare(other.name, 'en'))
}

/**
 * Adds a package and all packages that it needs. Skips a package that is in `names` already, with its dependencies.
 * @param {string} root
 * @param {string} name
 * @param {Set<string>} names
 */
function addWithDependencies(root, name, names) {
  if (names.has(name)) return
  names.add(name)
  for (const dependency of Object.keys(readManifest(getPackageFolder(root, name)).dependencies ?? {}))
    addWithDependencies(root, dependency, names)
}

/**
 * @param {string} root
 * @param {string} name
 * @returns {ShippedPackage}
 */
function describePackage(root, name) {
  const folder = getPackageFolder(root, name)
  const { version, license, author } = readManifest(folder)
  const copyrightHolder = typeof author === 'string' ? author : (author?.name ?? `the authors of ${name}`)
  const insertedTexts = license === 'MIT' ? [`Copyright (c) ${copyrightHolder}\n\n${MIT_TEXT}`] : []
  const ownTexts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
    .map((file) => readText(join(folder, file)))
  const extraTexts = (EXTRA_LICENCE_FILES[name] ?? []).map((file) => readText(join(folder, file)))
  const texts = [...(ownTexts.length > 0 ? ownTexts : insertedTexts), ...extraTexts]
  if (texts.length === 0)
    throw new Error(
      `${name} contains no licence text. Add its file to EXTRA_LICENCE_FILES in scripts/shipped-packages.mjs.`,
    )
  return { name, version: version ?? '', licence: license ?? 'none', text: texts.join('\n\n———\n\n') }
}

/**
 * @param {string} root
 * @param {string} name
 */
function getPackageFolder(root, name) {
  const folder = join(root, 'node_modules', name)
  if (!existsSync(folder)) throw new Error(`${name} is shipped, but is not in node_modules.`)
  return folder
}

/**
 * @param {string} folder
 * @returns {{
 *   version?: string, license?: string, author?: string | { name?: string }, dependencies?: Record<string, string>
 * }}
 */
const readManifest = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** @param {string} file */
const readText = (file) => readFileSync(file, 'utf8').replaceAll('\r\n', '\n').trim()

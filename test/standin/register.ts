// Node loads this file first in the main process of the stand-in. Every import or require of `electron`, also from the
// inspector, then gets the stand-in.
import { registerHooks } from 'node:module'
import './computer.ts'

const standinUrl = new URL('electron.ts', import.meta.url).href
const NAMES = ['electron', 'electron/main']

registerHooks({
  resolve: (name, context, next) =>
    NAMES.includes(name) ? { url: standinUrl, shortCircuit: true } : next(name, context),
})

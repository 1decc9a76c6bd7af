// Loaded first in the stand-in's main process: every import or require of `electron`, also from the inspector, gets the
// stand-in.
import { registerHooks } from 'node:module'
import './computer.ts'

const ours = new URL('electron.ts', import.meta.url).href
const NAMES = ['electron', 'electron/main']

registerHooks({
  resolve: (name, context, next) => (NAMES.includes(name) ? { url: ours, shortCircuit: true } : next(name, context)),
})

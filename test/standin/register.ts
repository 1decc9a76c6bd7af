// Loaded before anything else in the stand-in's main process: every request for `electron`, by import, by require or
// from the inspector, gets the stand-in.
import { registerHooks } from 'node:module'
import './computer.ts'

const ours = new URL('electron.ts', import.meta.url).href
const NAMES = ['electron', 'electron/main']

registerHooks({
  resolve: (name, context, next) => (NAMES.includes(name) ? { url: ours, shortCircuit: true } : next(name, context)),
})

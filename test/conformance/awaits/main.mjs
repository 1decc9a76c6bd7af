// A mistake that makes Electron wait for ever: it becomes ready only after this module was evaluated.
import { app } from 'electron'

await app.whenReady()
process.stdout.write('ready\n')

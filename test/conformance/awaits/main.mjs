// A main module with a mistake: Electron becomes ready only after this module was evaluated, so it hangs for ever.
import { app } from 'electron'

await app.whenReady()
process.stdout.write('ready\n')

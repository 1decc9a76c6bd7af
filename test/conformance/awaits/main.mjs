// The mistake that Electron answers with silence: it gets ready only when this module was evaluated.
import { app } from 'electron'

await app.whenReady()
process.stdout.write('ready\n')

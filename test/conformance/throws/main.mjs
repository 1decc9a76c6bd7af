// A main module that throws an error. Electron continues, so the timer can end the process with exit code 5.
import { app } from 'electron'

setTimeout(() => {
  app.exit(5)
}, 500)
throw new Error('thrown by the main module')

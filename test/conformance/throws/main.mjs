// A main module that throws: the process continues, and ends here with its own exit code.
import { app } from 'electron'

setTimeout(() => {
  app.exit(5)
}, 500)
throw new Error('thrown by the main module')

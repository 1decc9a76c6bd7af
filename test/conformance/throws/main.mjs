// A main module that throws: the process goes on, and ends here with a code of its own.
import { app } from 'electron'

setTimeout(() => {
  app.exit(5)
}, 500)
throw new Error('thrown by the main module')

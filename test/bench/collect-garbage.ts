// Node loads this file before the built engine (built-engine.ts). It collects garbage on the signal SIGUSR2, and prints
// a line when it is done.
process.on('SIGUSR2', () => {
  // The second collection frees the memory that finalizers released in the first.
  globalThis.gc?.()
  setImmediate(() => {
    globalThis.gc?.()
    process.stdout.write('collected\n')
  })
})

// Loaded before the built engine (built-engine.ts): collects garbage on request and reports when it is done.
process.on('SIGUSR2', () => {
  // The second collection frees the memory that finalizers released in the first.
  globalThis.gc?.()
  setImmediate(() => {
    globalThis.gc?.()
    process.stdout.write('collected\n')
  })
})

// Loaded before the built engine (built-engine.ts): collects garbage on request and reports when it is done.
process.on('SIGUSR2', () => {
  // Twice: the second collection frees what finalizers released in the first.
  globalThis.gc?.()
  setImmediate(() => {
    globalThis.gc?.()
    process.stdout.write('collected\n')
  })
})

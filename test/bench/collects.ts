// Loaded before the built engine (built-engine.ts): throws garbage away when it is told to, and says when that is done.
process.on('SIGUSR2', () => {
  // Twice: what finalizers let go in the first is collected in the second.
  globalThis.gc?.()
  setImmediate(() => {
    globalThis.gc?.()
    process.stdout.write('collected\n')
  })
})

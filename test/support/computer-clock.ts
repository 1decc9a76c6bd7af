// Loaded with --import before a program under test: sets its clock to the one described in QUAYWATCH_TEST_CLOCK
// (programs.ts), so that pictures of the same data are equal on any day, and all programs of a test agree on the time.
// From there it runs like the real clock; the program itself runs faster if it is asked to.
const RealDate = Date
type Clock = { realMs: number; shownMs: number; rate: number }
const { realMs, shownMs, rate } = JSON.parse(process.env['QUAYWATCH_TEST_CLOCK'] ?? '') as Clock
const startedMs = RealDate.now()
const offsetMs = shownMs + (startedMs - realMs) * rate - startedMs

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args: unknown[]) =>
    Reflect.construct(target, args.length === 0 ? [RealDate.now() + offsetMs] : args) as Date,
  get: (target, name) => (name === 'now' ? () => RealDate.now() + offsetMs : (Reflect.get(target, name) as unknown)),
})

// Without an import or an export this file would be a script, and its names would be global.
export {}

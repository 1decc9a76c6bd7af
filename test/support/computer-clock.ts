// Replaces `Date` in a program under test, which loads this file with --import. The clock is described in the variable
// QUAYWATCH_TEST_CLOCK (programs.ts). So screenshots of the same data are equal on any day, and all programs of a test
// have the same time.
const RealDate = Date
type Clock = { realMs: number; shownMs: number; rate: number }
const { realMs, shownMs, rate } = JSON.parse(process.env['QUAYWATCH_TEST_CLOCK'] ?? '') as Clock
const nowMs = () => shownMs + (RealDate.now() - realMs) * rate

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args: unknown[]) => Reflect.construct(target, args.length === 0 ? [nowMs()] : args) as Date,
  get: (target, name) => (name === 'now' ? nowMs : (Reflect.get(target, name) as unknown)),
})

// Without an import or an export this file would be a script, and its names would be global.
export {}

// Loaded with --import before a program under test: sets its clock to the instant in QUAYWATCH_TEST_NOW, so that
// screenshots of the same data look the same on any day. The clock continues from there.
const RealDate = Date
const offsetMs = RealDate.parse(process.env['QUAYWATCH_TEST_NOW'] ?? '') - RealDate.now()
if (Number.isNaN(offsetMs)) throw new Error('QUAYWATCH_TEST_NOW must be an instant such as 2026-11-20T17:00:00Z.')

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args: unknown[]) =>
    Reflect.construct(target, args.length === 0 ? [RealDate.now() + offsetMs] : args) as Date,
  get: (target, name) => (name === 'now' ? () => RealDate.now() + offsetMs : (Reflect.get(target, name) as unknown)),
})

// Without an import or an export this file would be a script, and its names would be global.
export {}

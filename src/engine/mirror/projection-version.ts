// Written by test/migrations/projection-version.test.ts; never edit it.
export const PROJECTION_VERSION = '84b5374bfb49'

// Written by test/migrations/projection-version.test.ts; never edit it.
export const PROJECTION_VERSION = '84f269951615'

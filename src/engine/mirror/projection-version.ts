// Written by test/migrations/projection-version.test.ts; never edit it.
export const PROJECTION_VERSION = 'b14b9a4d07e8'

// Written by test/migrations/projection-version.test.ts; never edit it.
export const PROJECTION_VERSION = 'c22ad6c1ff89'

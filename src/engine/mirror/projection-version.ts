// Written by test/migrations/projection-version.test.ts; never edit it.
export const PROJECTION_VERSION = '6d436f2e6ad0'

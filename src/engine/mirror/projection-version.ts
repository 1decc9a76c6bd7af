// Written by test/migrations/projection-version.test.ts; never edit it.
export const PROJECTION_VERSION = '687766e01299'

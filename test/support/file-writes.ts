/** Matches statements that write to a database file. Temporary tables are in memory and need no space on the disk. */
export const WRITE_STATEMENT = /^\s*(INSERT|UPDATE|DELETE)(?!.* temp\.)/i

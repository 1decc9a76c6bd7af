/** Statements that write to a database file. Temporary tables are in memory and need no space on a disk. */
export const fileWrites = /^\s*(INSERT|UPDATE|DELETE)(?!.* temp\.)/i

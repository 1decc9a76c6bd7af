/** Statements that write to a database file. Temporary tables lie in memory and need no room on a disk. */
export const fileWrites = /^\s*(INSERT|UPDATE|DELETE)(?!.* temp\.)/i

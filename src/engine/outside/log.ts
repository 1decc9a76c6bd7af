// Records for the log file. Passed in, never global; keys and bodies never go in.

export type LogLevel = 'info' | 'warn' | 'error'

/** `event` is a short fixed phrase; what varies goes into `fields`. */
export type Log = (level: LogLevel, event: string, fields?: Record<string, unknown>) => void

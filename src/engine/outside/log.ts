// Records for the log file. The function is passed in, never global. A record must not contain keys or bodies.

export type LogLevel = 'info' | 'warn' | 'error'

/** `event` is a short fixed phrase; variable values are in `fields`. */
export type Log = (level: LogLevel, event: string, fields?: Record<string, unknown>) => void

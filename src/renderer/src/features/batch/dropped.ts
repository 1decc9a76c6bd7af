// What lies in a drop: files and, among them, what is no file; lists that may be tracked, and everything else.

export type Dropped = { files: File[]; folders: string[] }

/** A folder looks like a file without content, unless the system is asked. */
export function droppedIn(transfer: DataTransfer | null): Dropped {
  const files = [...(transfer?.files ?? [])]
  const entries = [...(transfer?.items ?? [])].map((item) => item.webkitGetAsEntry())
  const folders = new Set(entries.flatMap((entry) => (entry?.isDirectory ? [entry.name] : [])))
  return { files: files.filter(({ name }) => !folders.has(name)), folders: [...folders] }
}

/** By its name, as people tell them apart. */
export function mayBeList({ name }: File): boolean {
  return /\.(csv|tsv|txt|xlsx)$/i.test(name)
}

// Sorts a drop into files and folders, and files into possible lists and others.

export type Dropped = { files: File[]; folders: string[] }

/** A folder looks like an empty file, unless the file system is asked. */
export function droppedIn(transfer: DataTransfer | null): Dropped {
  const files = [...(transfer?.files ?? [])]
  const entries = [...(transfer?.items ?? [])].map((item) => item.webkitGetAsEntry())
  const folders = new Set(entries.flatMap((entry) => (entry?.isDirectory ? [entry.name] : [])))
  return { files: files.filter(({ name }) => !folders.has(name)), folders: [...folders] }
}

/** Decides by the file name. */
export function mayBeList({ name }: File): boolean {
  return /\.(csv|tsv|txt|xlsx)$/i.test(name)
}

// The type of a translated catalogue: exactly the keys of the English one. A test compares the placeholders and plural
// forms of each message, because the texts are too many for the compiler.

/** `Tree` is a part of the English catalogue. */
export type Translation<Tree> = {
  readonly [Key in keyof Tree]: Tree[Key] extends string ? string : Translation<Tree[Key]>
}

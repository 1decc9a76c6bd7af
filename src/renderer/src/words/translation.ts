// What a catalogue in another language has to hold: every key of the English one, and no other. That a message has the
// same places for values, and as many forms as its language counts with, is compared by a test: its texts are too long
// a list for the compiler.

/** `Tree` is a part of the English catalogue. */
export type Translation<Tree> = {
  readonly [Key in keyof Tree]: Tree[Key] extends string ? string : Translation<Tree[Key]>
}

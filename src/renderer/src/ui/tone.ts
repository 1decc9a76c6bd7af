/** Colour family of a mark: colours.ts gives it colours, ToneGlyph its shape. */
export type Tone = 'past' | 'today' | 'soon' | 'upcoming' | 'later' | 'clear' | 'unknown' | 'stopped'

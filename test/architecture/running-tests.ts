// Which words stand inside a test that runs: not in a comment, and in none that is skipped, to be written, or expected
// to fail.
import ts from 'typescript'

const RUNNING = /^(?:test|it|describe)(?:\.each|\.sequential|\.concurrent)*$/

export function isInRunningTest(source: string, words: string): boolean {
  const file = ts.createSourceFile('test.ts', source, ts.ScriptTarget.Latest, true)
  const isFound = (node: ts.Node, isInTest: boolean): boolean => {
    const called = ts.isCallExpression(node) ? nameOf(node.expression) : null
    const isBlock = called !== null && /^(?:test|it|describe)\b/.test(called)
    if (isBlock && !RUNNING.test(called)) return false
    const isWithin = isInTest || (isBlock && !called.startsWith('describe'))
    if (isWithin && withoutComments(node).includes(words)) return true
    return ts.forEachChild(node, (child) => isFound(child, isWithin) || undefined) ?? false
  }
  return isFound(file, false)
}

/** `test.each` of `test.each([…])('…', …)`, and of a template likewise. */
function nameOf(called: ts.Expression): string {
  if (ts.isCallExpression(called)) return nameOf(called.expression)
  if (ts.isTaggedTemplateExpression(called)) return nameOf(called.tag)
  if (ts.isPropertyAccessExpression(called)) return `${nameOf(called.expression)}.${called.name.text}`
  return ts.isIdentifier(called) ? called.text : ''
}

/** As it was written, but for comments. */
function withoutComments(node: ts.Node): string {
  const text = node.getText()
  const from = node.getStart()
  const cuts: ts.CommentRange[] = []
  const look = (part: ts.Node) => {
    if (part.getChildCount() === 0) cuts.push(...commentsBefore(part))
    for (const child of part.getChildren()) look(child)
  }
  look(node)
  return cuts
    .filter(({ pos }) => pos >= from)
    .sort((a, b) => a.pos - b.pos)
    .reduceRight((left, { pos, end }) => left.slice(0, pos - from) + left.slice(end - from), text)
}

/** On the line before it and on its own. */
function commentsBefore(token: ts.Node): ts.CommentRange[] {
  const { text } = token.getSourceFile()
  const from = token.getFullStart()
  return [...(ts.getTrailingCommentRanges(text, from) ?? []), ...(ts.getLeadingCommentRanges(text, from) ?? [])]
}

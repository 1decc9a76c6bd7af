// Ways to break a TypeScript file, found in its syntax tree. Each is one small slip that compiles to something else:
// what a tired hand could write. What cannot be told from the outside is not produced, and why is said beside it.
import ts from 'typescript'

/**
 * @typedef {{
 *   file: string, line: number, operator: string, start: number, end: number, before: string, after: string
 * }} Mutant
 * @typedef {{ node: import('typescript').Node, after: string, operator: string, start?: number, end?: number }} Finding
 */

/** Statuses that could be mistaken for each other. */
const OTHER_STATUS = /** @type {Record<string, string>} */ ({
  200: '201',
  201: '200',
  202: '200',
  204: '200',
  302: '301',
  400: '422',
  401: '403',
  403: '404',
  404: '400',
  405: '404',
  409: '422',
  413: '400',
  422: '400',
  429: '503',
  500: '502',
})

/**
 * Changes nobody outside could notice: by file, by text of the line and by what is changed. As narrow as they can be
 * said: a change beside them that can be noticed is made.
 * @type {readonly { file: RegExp, line: RegExp, before?: RegExp, why: string }[]}
 */
export const UNNOTICEABLE = [
  {
    file: /world\/world\.ts$/,
    line: /MANY_SLOTS|CACHED_OF_MANY|const atMost|cached\(slots|cache\.|oldest !== undefined|slot \* 4096/,
    why: 'how much is kept only spares work',
  },
  {
    file: /world\/calendar\.ts$/,
    line: /SPAN_MS = |spans\.set|known\.hours/,
    why: 'remembered offsets only spare work',
  },
  {
    file: /rate-buckets\.ts$/,
    line: /expired > 1000|instants = |expired = 0/,
    why: 'when old entries are thrown away',
  },
  { file: /request-log\.ts$/, line: /MOST_|oldest = |oldest\] = /, why: 'how much of the log is kept' },
  {
    file: /request-log\.ts$/,
    line: /document: /,
    before: /^(0|\.\.\.entries\.slice\(0, oldest\))$/,
    why: 'nothing is thrown away before 20,000 entries',
  },
  {
    file: /written\/collection\.ts$/,
    line: /JSON\.parse|\.\.\.part/,
    before: /^(, )?row$/,
    why: 'the row is in what was stored as well',
  },
  {
    file: /world\/container-record\.ts$/,
    line: /\|\| at\('(rail|vessel)_departed'\)/,
    before: /^'(rail|vessel)_departed'$/,
    why: 'who departed was loaded before, and seen to be by the same source',
  },
  {
    file: /world\/container-number\.ts$/,
    line: /const LETTERS/,
    before: /^'ABC/,
    why: 'what stands behind Z is in no number',
  },
  { file: /world\/lanes\.ts$/, line: /'[A-Z]{4}'/, before: /^'[A-Z]{4}'/, why: 'which railroads there are is made up' },
  {
    file: /world\/roster\.ts$/,
    line: /push\(\{ slot, generation: 0/,
    before: /^0$/,
    why: 'a written request has one shipment, whatever generation is asked for',
  },
  {
    file: /world\/(natural|showcase)-stay\.ts$/,
    line: /./,
    before: /^[^]*fromMs: -Infinity[^{}]*(\}, )?$/,
    why: 'before the first word nothing is available, said or unsaid',
  },
  {
    file: /account\/mail\.ts$/,
    line: /createHash\('md5'\)/,
    before: /base64/,
    why: 'the checksum of what came by mail is shown nowhere',
  },
  { file: /account\/records\.ts$/, line: /others\.total === 0/, why: 'both ways make the same list' },
  {
    file: /jsonapi\/relations\.ts$/,
    line: /./,
    before:
      /^'(metro_area|user|party|vessel|account|webhook|webhook_notification_log|custom_field_option|document_representation)'(, )?$/,
    why: 'what has no relations leads no further, whatever it is called',
  },
  {
    file: /jsonapi\/relations\.ts$/,
    line: /^  (container_\w+_event|rail_terminal): /,
    why: 'what may stand in the same place has the same relations',
  },
  {
    file: /jsonapi\/relations\.ts$/,
    line: /reference_object: /,
    before: /^'container_\w+_event'/,
    why: 'what may stand in the same place has the same relations',
  },
  {
    file: /jsonapi\/relations\.ts$/,
    line: /^  estimated_event: /,
    before: /shipment|vessel/,
    why: 'a transport event, which may stand in the same place, has them as well',
  },
  { file: /./, line: /\.pragma\(/, why: 'how SQLite writes its file' },
]

/** Chance is this world's own choice: how likely and how long, nobody can call wrong. */
const CHANCE = /\b(dice|roll|drawn|change)\b[^;]*$/

/**
 * @param {string} file
 * @param {string} text
 * @returns {Mutant[]}
 */
export function mutantsOf(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const lines = text.split('\n')
  /** @type {Mutant[]} */
  const found = []
  /** @param {import('typescript').Node} node */
  const visit = (node) => {
    if (
      ts.isTypeNode(node) ||
      ts.isImportDeclaration(node) ||
      ts.isInterfaceDeclaration(node) ||
      ts.isTypeAliasDeclaration(node)
    )
      return
    if (isWords(node)) return
    for (const { node: target, after, operator, start, end } of findingsAt(node, file)) {
      const from = start ?? target.getStart(source)
      const to = end ?? target.getEnd()
      const { line } = source.getLineAndCharacterOfPosition(from)
      const words = lines[line] ?? ''
      const before = text.slice(from, to)
      if (
        UNNOTICEABLE.some(
          (exception) =>
            exception.file.test(file) && exception.line.test(words) && (exception.before?.test(before) ?? true),
        )
      )
        continue
      found.push({ file, line: line + 1, operator, start: from, end: to, before, after })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/**
 * @param {Mutant} mutant
 * @param {string} text
 */
export function mutated({ start, end, after }, text) {
  return text.slice(0, start) + after + text.slice(end)
}

/**
 * @param {import('typescript').Node} node
 * @param {string} file
 * @returns {Finding[]}
 */
function findingsAt(node, file) {
  if (ts.isIfStatement(node) || ts.isConditionalExpression(node)) return conditions(node)
  if (ts.isBinaryExpression(node)) return operators(node, file)
  if (ts.isNumericLiteral(node)) return numbers(node)
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return strings(node)
  if (node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword)
    return [{ node, operator: 'flip a truth value', after: node.kind === ts.SyntaxKind.TrueKeyword ? 'false' : 'true' }]
  if (ts.isArrayLiteralExpression(node)) return parts(node.elements, 'drop an element')
  if (ts.isObjectLiteralExpression(node)) return parts(node.properties, 'remove a property')
  if (ts.isPropertyAccessExpression(node) && ts.isCallExpression(node.parent)) return methods(node)
  if (ts.isExpressionStatement(node) && ts.isCallExpression(node.expression))
    return [{ node, operator: 'leave out a step', after: ';' }]
  return []
}

/**
 * @param {import('typescript').IfStatement | import('typescript').ConditionalExpression} node
 * @returns {Finding[]}
 */
function conditions(node) {
  const condition = ts.isIfStatement(node) ? node.expression : node.condition
  if (/^(roll|drawn) [<>]=? [\d.]+$/.test(condition.getText())) return []
  return [{ node: condition, operator: 'negate a condition', after: `!(${condition.getText()})` }]
}

/** @type {Record<string, readonly [after: string, operator: string]>} */
const SWAPS = {
  '<': ['<=', 'move an edge'],
  '<=': ['<', 'move an edge'],
  '>': ['>=', 'move an edge'],
  '>=': ['>', 'move an edge'],
  '===': ['!==', 'turn a comparison round'],
  '!==': ['===', 'turn a comparison round'],
  '&&': ['||', 'swap and and or'],
  '||': ['&&', 'swap and and or'],
  '+': ['-', 'swap plus and minus'],
  '-': ['+', 'swap plus and minus'],
  '*': ['/', 'swap times and divided by'],
  '/': ['*', 'swap times and divided by'],
}

/**
 * @param {import('typescript').BinaryExpression} node
 * @param {string} file
 * @returns {Finding[]}
 */
function operators(node, file) {
  const { operatorToken } = node
  const [after, operator] = SWAPS[operatorToken.getText()] ?? []
  if (after === undefined || operator === undefined) return []
  // Instants of the world are drawn to the minute or finer over a century: none falls on an edge, and shares of chance
  // do not either.
  if (operator === 'move an edge' && (/\/world\//.test(file) || CHANCE.test(node.getText()))) return []
  // What TypeScript wants to hear before it believes a type, and what guards against a bug of ours.
  if (isGuard(node)) return []
  if (/typeof|instanceof/.test(node.left.getText()) || node.right.getText() === 'undefined') return []
  return [{ node: operatorToken, operator, after }]
}

/**
 * @param {import('typescript').NumericLiteral} node
 * @returns {Finding[]}
 */
function numbers(node) {
  const text = node.getText()
  const value = Number(text.replaceAll('_', ''))
  if (!Number.isInteger(value) || isDrawn(node)) return []
  const status = OTHER_STATUS[text]
  return status === undefined
    ? [{ node, operator: 'change a number', after: String(value + 1) }]
    : [{ node, operator: 'swap a status', after: status }]
}

/** Sentences for people, whatever they are put together from. @param {import('typescript').Node} node */
function isWords(node) {
  const { parent } = node
  const isValue =
    parent && (ts.isPropertyAssignment(parent) || ts.isVariableDeclaration(parent)) && parent.initializer === node
  return (
    (isValue && parent.name.getText() === 'detail') ||
    (ts.isNewExpression(node) && node.expression.getText() === 'Error')
  )
}

/** Part of a condition whose only outcome is an error nobody is to meet. @param {import('typescript').Node} node */
function isGuard(node) {
  for (let above = node.parent; above; above = above.parent) {
    if (ts.isIfStatement(above))
      return node !== above.thenStatement && /^throw new Error\(/.test(above.thenStatement.getText())
    if (ts.isStatement(above)) return false
  }
  return false
}

/** Within what is drawn or hashed. @param {import('typescript').Node} node */
function isDrawn(node) {
  for (let above = node.parent; above && !ts.isStatement(above); above = above.parent) {
    if (
      ts.isCallExpression(above) &&
      /^(dice\.|createDice|hashOf|toMinute|drawn|fromPattern|candidateOf)/.test(above.getText())
    )
      return true
    if (ts.isBinaryExpression(above) && /^(roll|drawn|change)\b/.test(above.getText())) return true
  }
  return false
}

/**
 * Names of things: kinds, codes, attributes. Words for people are not the interface.
 * @param {import('typescript').StringLiteral | import('typescript').NoSubstitutionTemplateLiteral} node
 * @returns {Finding[]}
 */
function strings(node) {
  const { parent, text } = node
  if (!/^[A-Za-z_][\w./-]{2,}$/.test(text) || isDrawn(node)) return []
  if (ts.isBinaryExpression(parent) && /typeof/.test(parent.left.getText())) return []
  if (ts.isLiteralTypeNode(parent) || ts.isExternalModuleReference(parent)) return []
  return [{ node, operator: 'change a name', after: `'${text}_x'` }]
}

/**
 * @param {import('typescript').NodeArray<import('typescript').Node>} members
 * @param {string} operator
 * @returns {Finding[]}
 */
function parts(members, operator) {
  if (members.length < 2) return []
  return members.map((node, place) => {
    const next = members[place + 1]
    const previous = members[place - 1]
    // With the comma that goes with it.
    return next
      ? { node, operator, after: '', end: next.getStart() }
      : { node, operator, after: '', start: previous ? previous.getEnd() : node.getStart() }
  })
}

/** @type {Record<string, string>} */
const METHODS = {
  some: 'every',
  every: 'some',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
}

/**
 * @param {import('typescript').PropertyAccessExpression} node
 * @returns {Finding[]}
 */
function methods({ name, parent }) {
  const after = METHODS[name.text]
  return after === undefined || isDrawn(parent) ? [] : [{ node: name, operator: 'swap a method', after }]
}

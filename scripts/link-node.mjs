// Runs after `npm ci`, which must not fail because of Node: without the optional package, the computer's own Node runs
// the project, or this prints what to install.
import { linkNode, nodeProblem } from './own-node.mjs'
import { ROOT } from './project.mjs'

try {
  linkNode(ROOT)
} catch (error) {
  // For example on Windows, where the link of an earlier install cannot be replaced while it runs this script.
  process.stdout.write(`The link to the project's own Node was not made: ${String(error)}\n`)
}
const problem = nodeProblem(ROOT, process.versions.node)
if (problem !== null) process.stdout.write(`${problem}\n`)

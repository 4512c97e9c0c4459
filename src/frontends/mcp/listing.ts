// A tool as clients are shown it.
import { z } from 'zod'
import { agents } from '../../agents/index.ts'
import type { Tool } from './tool.ts'

export interface ListedTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: ObjectSchema
  readonly outputSchema: ObjectSchema
  readonly annotations: Tool['annotations'] & { readonly title: string }
  readonly _meta: Record<string, unknown>
}

type ObjectSchema = { type: 'object'; [key: string]: unknown }

export function toListed(tool: Tool): ListedTool {
  const { name, title, description, annotations } = tool
  return {
    name,
    title,
    description,
    inputSchema: toSchema(tool.input, 'input'),
    outputSchema: toSchema(tool.output, 'output'),
    annotations: { title, ...annotations },
    _meta: Object.fromEntries(agents.flatMap(({ toolMeta = {} }) => Object.entries(toolMeta))),
  }
}

/** Clients may send more than we know; what we answer is ours alone. */
function toSchema(schema: z.ZodType, io: 'input' | 'output'): ObjectSchema {
  const { $schema: _draft, ...rest } = z.toJSONSchema(schema, { io })
  return { ...rest, type: 'object' }
}

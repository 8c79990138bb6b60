import { parseSync } from 'vite';

type Node = { type: string; start: number; end: number; [key: string]: unknown };
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

const DECLARATIONS = [
  ...['VariableDeclarator', 'FunctionDeclaration', 'ClassDeclaration'],
  ...['Property', 'PropertyDefinition', 'MethodDefinition'],
];

const nameOf = ({ id, key }: Node): string | undefined => {
  const named = isNode(id) ? id : key;
  if (!isNode(named) || typeof named.name !== 'string') return undefined;
  return named.type === 'PrivateIdentifier' ? `#${named.name}` : named.name;
};

const declarationsIn = (value: unknown): Node[] => {
  if (Array.isArray(value)) return value.flatMap(declarationsIn);
  if (!isNode(value)) return [];
  return [...(DECLARATIONS.includes(value.type) ? [value] : []), ...Object.values(value).flatMap(declarationsIn)];
};

/** The lines, counted from 1, of the longest function, class, constant or property of that name: undefined without one. */
export const linesOf = (file: string, source: string, name: string): { from: number; to: number } | undefined => {
  const [longest] = declarationsIn(parseSync(file, source).program)
    .filter((each) => nameOf(each) === name)
    .sort((a, b) => b.end - b.start - (a.end - a.start));
  const lineAt = (offset: number): number => source.slice(0, offset).split('\n').length;
  return longest && { from: lineAt(longest.start), to: lineAt(longest.end) };
};

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

describe('refusals', () => {
  // Read as text, so that the client can be built and tested without the server.
  const section = (file: string, from: string, to: string): string => {
    const text = readFileSync(new URL(file, import.meta.url), 'utf8');
    return text.slice(text.indexOf(from), text.indexOf(to, text.indexOf(from)));
  };
  const codes = [
    ...section('../../../src/goldenspike/server/protocol/refusals.py', 'CODES:', '\n}').matchAll(/^ {4}"(\w+)": \(/gm),
  ].map((match) => match[1]!);
  const worded = [...section('refusal-words.ts', 'const WORDS', '\n};').matchAll(/^ {2}(\w+): /gm)].map(
    (match) => match[1]!,
  );
  it('the codes are found', () => expect(codes).toContain('table_waiting'));
  it.each(codes)('%s has words of its own', (code) => expect(worded).toContain(code));
});

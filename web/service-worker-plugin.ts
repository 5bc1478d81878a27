/** Writes the service worker with the files of this build; browsers install a new worker when its bytes differ. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** `built`: every file of the build by its name. */
export function workerOf(template: string, built: Readonly<Record<string, string | Uint8Array>>): string {
  const names = Object.keys(built).sort();
  const version = createHash('sha256');
  for (const name of names) version.update(`${name}\0`).update(built[name]!);
  // The page itself is cached under its address.
  const files = names.filter((name) => name !== 'index.html');
  return template
    .replace('__VERSION__', version.digest('hex').slice(0, 16))
    .replace('__FILES__', JSON.stringify(files));
}

export function serviceWorkerPlugin(template: URL): Plugin {
  return {
    name: 'goldenspike-service-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const built = Object.fromEntries(
          Object.values(bundle).map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source]),
        );
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: workerOf(readFileSync(template, 'utf8'), built) });
      },
    },
  };
}

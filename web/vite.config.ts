import { paraglideVitePlugin } from '@inlang/paraglide-js';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { palettePlugin } from './palette-plugin.ts';
import { serviceWorkerPlugin } from './service-worker-plugin.ts';

// The client is built into the Python package, where the server and the wheel expect it.
const outDir = process.env.GOLDENSPIKE_WEB_OUT ?? '../src/goldenspike/web';
// `npm run dev` forwards requests and sockets to a server that is started separately.
const server = process.env.GOLDENSPIKE_SERVER ?? 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [
    paraglideVitePlugin({
      project: './project.inlang',
      outdir: './src/paraglide',
      // The locale is a rune (src/shell/language.svelte.ts), so that changing it re-renders without a reload.
      strategy: ['baseLocale'],
      emitGitIgnore: false,
    }),
    palettePlugin(new URL('../src/goldenspike/boards/drawing/palette.json', import.meta.url)),
    svelte(),
    serviceWorkerPlugin(new URL('./src/shell/service-worker.js', import.meta.url)),
  ],
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    // The content policy allows no inline data for scripts or styles; keep every asset a file.
    assetsInlineLimit: 0,
    // Compiling messages and components is most of the work, and nothing that a reader of the output can change.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  server: { proxy: { '/api': server, '/ws': { target: server, ws: true } } },
});

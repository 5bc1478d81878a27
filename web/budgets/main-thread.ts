/** Work of a page's main thread, from Chromium's trace: in processor time, so that a busy machine changes nothing. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Processor time in microseconds. */
  tdur?: number;
  args: { name?: string };
}

/** Trace a page while something happens. Returns the longest task of its main thread, in milliseconds. */
export async function longestTask(page: Page, path: string, happen: () => Promise<void>): Promise<number> {
  const browser = page.context().browser()!;
  await browser.startTracing(page, { path, categories: ['toplevel', 'devtools.timeline'] });
  await happen();
  await browser.stopTracing();
  const { traceEvents } = JSON.parse(readFileSync(path, 'utf8')) as { traceEvents: TraceEvent[] };
  const same = (one: TraceEvent, two: TraceEvent): boolean => one.pid === two.pid && one.tid === two.tid;
  // The thread that paints: other pages of this browser are traced too, but do nothing.
  const painted = traceEvents.filter(({ name }) => name === 'Paint');
  const main = traceEvents.find(
    (event) =>
      event.name === 'thread_name' &&
      event.args.name === 'CrRendererMain' &&
      painted.some((paint) => same(paint, event)),
  );
  if (!main) throw new Error(`nothing was painted: see ${path}`);
  const tasks = traceEvents.filter((event) => event.name === 'ThreadControllerImpl::RunTask' && same(event, main));
  if (tasks.length === 0) throw new Error(`no task was traced: see ${path}`);
  return Math.max(...tasks.map(({ tdur }) => (tdur ?? 0) / 1000));
}

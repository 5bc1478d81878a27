/** Which lessons this browser has finished, and which one it is in. */
import { store, stored } from '../shell/storage';
import { isLesson, type LessonName } from './lesson-steps';

const LEARNT = 'goldenspike.learnt';
const CURRENT = 'goldenspike.lesson';

export const learnt = (): LessonName[] => (stored(LEARNT) ?? '').split(' ').filter(isLesson);

export function setLearnt(lesson: LessonName): void {
  store(LEARNT, [...new Set([...learnt(), lesson])].join(' '));
}

/** The lesson that is not finished yet, and its table. */
export function current(): { lesson: LessonName; table: string } | null {
  const [lesson, table] = (stored(CURRENT) ?? '').split(' ');
  return isLesson(lesson) && table ? { lesson, table } : null;
}

export function setCurrent(lesson: LessonName, table: string): void {
  store(CURRENT, `${lesson} ${table}`);
}

export function forgetCurrent(): void {
  store(CURRENT, null);
}

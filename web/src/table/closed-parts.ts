/** Parts of a table that are closed or hidden in its first view. */
export { default as Chat } from './Chat.svelte';
export { default as LeaveDialog } from './LeaveDialog.svelte';
export { default as LogList } from './LogList.svelte';
export { default as PassengerMajority } from '../scoring/PassengerMajority.svelte';
export { default as RouteList } from './RouteList.svelte';
export { default as ShareTable } from '../scoring/ShareTable.svelte';
export { default as TrackTip } from './TrackTip.svelte';

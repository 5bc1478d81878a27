import './styles/fonts.css';
import './styles/tokens.css';
import 'virtual:palette.css';
import './styles/base.css';
import { mount } from 'svelte';
import App from './shell/App.svelte';
import { followLinks } from './shell/router.svelte';

const root = document.getElementById('app')!;
followLinks(root);
mount(App, { target: root });

if ('serviceWorker' in navigator && import.meta.env.PROD) {
  window.addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined));
}

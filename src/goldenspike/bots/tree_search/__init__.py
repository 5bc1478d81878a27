"""Information-set tree search in the kernel: `search_tree`, and the bot `tree` (docs/search.md)."""

from goldenspike.bots.tree_search.search import Branch, Tree, search_tree

__all__ = ["Branch", "Tree", "search_tree"]

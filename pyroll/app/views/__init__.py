"""The page's regions as pure functions: State -> HTML elements."""

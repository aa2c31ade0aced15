"""Steps by domain; importing a module registers its own."""

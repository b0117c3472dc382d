"""URLs, hosts and HTTP: the only place from which anything goes over a network, or is served."""

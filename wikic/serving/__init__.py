"""What servers share: a wiki that is followed, an address to serve on, limits of what a client may take."""

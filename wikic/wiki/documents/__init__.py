"""Documents in: files and folders of many formats become articles, one by one."""

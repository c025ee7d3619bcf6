def search_files(records, url):
    return {}

"""Where the items of a document begin and end: its lines, what each shows, and a trained model that labels them."""

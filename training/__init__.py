"""The laboratory: learns the reader's model from labelled references and lists, and measures it on what was left out."""

"""The laboratory of the reader of publication lists: data, labels, generated lists, training, evaluation."""
